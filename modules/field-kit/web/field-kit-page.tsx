import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useText } from '#web/i18n/locale.ts';
import { CheckScreen } from './check/check-screen.tsx';
import { CheckTaskList } from './check/check-task-list.tsx';
import { KitHeader } from './kit/kit-header.tsx';
import { KitMenuScreen } from './kit/kit-menu-screen.tsx';
import { flushDrafts, lockKit, openKit, refreshKit, useKit } from './kit/kit-state-and-actions.ts';
import { kitTexts } from './kit/kit-texts.ts';
import { SetUpKitScreen } from './kit/set-up-kit-screen.tsx';
import { UnlockKitScreen } from './kit/unlock-kit-screen.tsx';
import './field-kit.css';

/** Ms between two attempts to send while something is not uploaded. */
const retryEvery = 20_000;
/** Ms in the background after which the PIN is asked for again. */
const lockAfter = 5 * 60_000;

/** `/field`: checks on site, with or without a network. */
export default function FieldKitPage() {
  const t = useText();
  const phase = useKit((state) => state.phase);
  const { hash } = useLocation();
  const check = useKit(({ packs }) => packs.find(({ id }) => hash === `#check-${id}`));
  useEffect(() => startKit(), []);
  return (
    <div className="xj-kit">
      <KitHeader back={phase === 'open' && hash !== ''} />
      <main className="xj-kit-main" id="xj-public-main">
        {phase === 'opening' && <p role="status">{t(kitTexts.opening)}</p>}
        {phase === 'setup' && <SetUpKitScreen />}
        {phase === 'locked' && <UnlockKitScreen />}
        {phase === 'open' &&
          (check ? (
            <CheckScreen key={check.id} pack={check} />
          ) : hash === '#more' ? (
            <KitMenuScreen />
          ) : (
            <CheckTaskList />
          ))}
      </main>
    </div>
  );
}

/** Opens the kit and keeps it in contact with the platform. Returns how to stop. */
function startKit(): () => void {
  document.querySelector('link[rel=manifest]')?.setAttribute('href', '/field.webmanifest');
  void openKit();
  void import('#web/http/offline/cache-offline-files.ts').then(({ cacheOfflineFiles }) =>
    cacheOfflineFiles('field', true),
  );
  let hiddenAt = 0;
  let lock: ReturnType<typeof setTimeout> | undefined;
  const onOnline = () => void refreshKit(false);
  const onVisible = () => {
    clearTimeout(lock);
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now();
      void flushDrafts();
      lock = setTimeout(lockKit, lockAfter);
    } else if (hiddenAt > 0 && Date.now() - hiddenAt > lockAfter) lockKit();
    else if (navigator.onLine) void refreshKit(false);
  };
  const timer = setInterval(() => {
    if (navigator.onLine && useKit.getState().unsent > 0) void refreshKit(false);
  }, retryEvery);
  window.addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onVisible);
  // a page that the browser puts aside for “back” must not hold the key
  window.addEventListener('pagehide', lockKit);
  return () => {
    lockKit();
    clearTimeout(lock);
    clearInterval(timer);
    window.removeEventListener('pagehide', lockKit);
    window.removeEventListener('online', onOnline);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
