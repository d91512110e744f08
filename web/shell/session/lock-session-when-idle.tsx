import { lazy, Suspense, useEffect } from 'react';
import { post } from '#web/http/client.ts';
import { readJson, writeJson } from '#web/session/json-storage-with-memory-fallback.ts';
import { useBoot } from '#web/session/session.ts';
import { setSessionLocked, useSessionLock } from '#web/session/session-lock.ts';

const UnlockSessionDialog = lazy(() => import('./unlock-session-dialog.tsx'));

const key = 'lastTouched';
/** How often idleness is checked, and how often activity is reported to the server, in ms. */
const checkEvery = 10_000;
const reportEvery = 300_000;
/** A wall, and a draw in the hall, are watched without being touched, and must stay on. */
const walls = /^\/admin\/(largedatascreen|screendata|enforcement\/ceremony)\/?$/i;
const touches = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Locks the administrator's session in every window of the browser. */
export async function lockNow(): Promise<void> {
  setSessionLocked(true);
  await post('/admin/session/lock', {}, { quiet: true, area: 'admin' }).catch(() => undefined);
}

/**
 * Locks the back office when it is idle, and covers it while it is locked; mounted while an administrator is signed in.
 */
export default function IdleLock() {
  const minutes = Number(useBoot()?.settings['auth/security']?.idle_minutes ?? 0);
  const locked = useSessionLock((state) => state.locked);

  useEffect(() => {
    if (minutes <= 0 || locked) return;
    let last = Date.now();
    let reported = last;
    const touch = (): void => {
      const now = Date.now();
      // Activity in other windows counts too; storing it at every key would be too often.
      if (now - last > 2000) writeJson(localStorage, key, now);
      last = now;
    };
    const check = (): void => {
      const now = Date.now();
      if (walls.test(window.location.pathname)) return;
      last = Math.max(last, readJson<number>(localStorage, key) ?? 0);
      if (now - last >= minutes * 60_000) void lockNow();
      else if (now - reported >= reportEvery && last > reported) {
        reported = now;
        post('/admin/session/stay', {}, { quiet: true, area: 'admin' }).catch(() => undefined);
      }
    };
    for (const one of touches) window.addEventListener(one, touch, { capture: true, passive: true });
    document.addEventListener('visibilitychange', check);
    const timer = setInterval(check, checkEvery);
    return () => {
      for (const one of touches) window.removeEventListener(one, touch, { capture: true });
      document.removeEventListener('visibilitychange', check);
      clearInterval(timer);
    };
  }, [minutes, locked]);

  if (!locked) return null;
  return (
    <Suspense fallback={null}>
      <UnlockSessionDialog />
    </Suspense>
  );
}
