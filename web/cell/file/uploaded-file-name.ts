/** What is shown of a name that is nothing but the sum of the file: enough to tell two apart. */
const shownOfSum = 4;

/** What the files were called that were sent or picked in this window, by their address. */
const called = new Map<string, string>();

/** Keeps what a file was called when it was sent or picked, for as long as the page is open. */
export const rememberUploadedName = (url: string, name: string): void => void called.set(url, name);

/**
 * The name a stored file is shown by: what it was called if that is known, else the last part of its path. One that is stored under its SHA-1, as all are unless an
 * administrator chose otherwise, is shown by the beginning of that.
 */
export function displayedFileName(url: string): string {
  const uploaded = called.get(url);
  if (uploaded) return uploaded;
  const path = url.split(/[?#]/)[0] ?? url;
  const last = path.slice(path.lastIndexOf('/') + 1);
  const [, sum, suffix = ''] = /^([\da-f]{40})(\.\w+)?$/.exec(last) ?? [];
  if (sum) return `${sum.slice(0, shownOfSum)}…${suffix}`;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
