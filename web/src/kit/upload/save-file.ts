/** Has the browser download what is at an address of this site. */
export function saveFrom(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Hands bytes to the browser as a download. */
export function saveFile(name: string, contentType: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type: contentType }));
  saveFrom(url, name);
  // Revoked at once, some browsers would find nothing to download any more.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
