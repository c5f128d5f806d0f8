// Sets what the first paint depends on. A file of its own, since the content security policy allows no inline script.
(() => {
  const page = document.documentElement;
  let wish = null;
  try {
    wish = localStorage.getItem('mantine-color-scheme-value');
    // The public pages are written as a guest sees them; a user's frame replaces that, so it isn't shown first.
    if (localStorage.getItem('user')) page.setAttribute('data-user', '');
  } catch {
    // Storage can be forbidden; the device's scheme is right then.
  }
  const dark = wish === 'dark' || (wish !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
