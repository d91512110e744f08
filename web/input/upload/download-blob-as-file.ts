/** Saves bytes of this page as a download. */
export function downloadBlobAsFile(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // a browser that asks where to save reads the bytes later
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
