/** Characters shown of a name that is a hash: enough to tell two files apart. */
const shownOfSum = 4;

/** Original names of files uploaded, picked or linked to in this window, by address. */
const called = new Map<string, string>();

/** Remembers the original name of a file while the page is open. */
export const rememberUploadedName = (url: string, name: string): void => void called.set(url, name);

/**
 * The displayed name of a stored file: its original name where this window knows it, else the last part of its path.
 * Files stored under their SHA-1, the default, are shown by the beginning of it.
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
