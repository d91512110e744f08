const key = 'viewingChanged';

/** Notifies the other windows of the browser that viewing as a group began or ended. */
export function broadcastViewAsGroupChange(): void {
  try {
    localStorage.setItem(key, String(Date.now()));
  } catch {
    // The other windows notice when they are reloaded.
  }
}

/** Calls back when another window has notified. Returns how to stop. */
export function onViewAsGroupChange(changed: () => void): () => void {
  const listener = (event: StorageEvent) => {
    if (event.key === key) changed();
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}
