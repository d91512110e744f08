const key = 'viewingChanged';

/** Tells the other windows of the browser that one looks as a group from now on, or no more. */
export function setViewing(): void {
  try {
    localStorage.setItem(key, String(Date.now()));
  } catch {
    // The other windows find out when they are loaded anew.
  }
}

/** Calls back when another window has told so, until the answer is called. */
export function onViewing(changed: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === key) changed();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
