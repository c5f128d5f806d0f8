// Sets the colour scheme before the first paint. A file of its own, since the content security policy allows no inline script.
(() => {
  let wish = null;
  try {
    wish = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // Storage can be forbidden; the device's scheme is right then.
  }
  const dark = wish === 'dark' || (wish !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
