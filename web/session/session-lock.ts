import { create } from 'zustand';

/** Whether the administrator's session is locked: nothing is shown or requested before the password is entered. */
export const useSessionLock = create<{ locked: boolean }>(() => ({ locked: false }));

const key = 'sessionLocked';

/** Locks or unlocks this window; the other windows of the browser follow. */
export function setSessionLocked(locked: boolean): void {
  useSessionLock.setState({ locked });
  try {
    if (locked) localStorage.setItem(key, String(Date.now()));
    else localStorage.removeItem(key);
  } catch {
    // The other windows notice with their next call.
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === key) useSessionLock.setState({ locked: event.newValue !== null });
  });
}
