import { create } from 'zustand';

/** Whether the administrator's session is locked: nothing is shown or asked before the password is given. */
export const useLock = create<{ locked: boolean }>(() => ({ locked: false }));

const key = 'sessionLocked';

/** Locks this window, or opens it; the others of the browser follow. */
export function setLocked(locked: boolean): void {
  useLock.setState({ locked });
  try {
    if (locked) localStorage.setItem(key, String(Date.now()));
    else localStorage.removeItem(key);
  } catch {
    // The other windows find out with their next call.
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === key) useLock.setState({ locked: event.newValue !== null });
  });
}
