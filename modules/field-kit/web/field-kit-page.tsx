import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useText } from '#web/i18n/locale.ts';
import { InspectionScreenWithTabs } from './check/inspection-screen-with-tabs.tsx';
import { OwnInspectionTaskList } from './check/own-inspection-task-list.tsx';
import { FieldKitHeader } from './kit/field-kit-header.tsx';
import { FieldKitPhrasesPinAndDeletionScreen } from './kit/field-kit-phrases-pin-export-and-deletion-screen.tsx';
import { FieldKitSetUpScreen } from './kit/field-kit-set-up-screen.tsx';
import {
  flushDrafts,
  lockFieldKit,
  openFieldKit,
  syncFieldKit,
  useFieldKit,
} from './kit/field-kit-state-and-actions.ts';
import { fieldKitTexts } from './kit/field-kit-texts.ts';
import { FieldKitUnlockScreen } from './kit/field-kit-unlock-screen.tsx';
import './field-kit.css';

/** Ms between two attempts to send while something is not uploaded. */
const retryEvery = 20_000;
/** Ms in the background after which the PIN is asked for again. */
const lockAfter = 5 * 60_000;

/** `/field`: checks on site, with or without a network. */
export default function FieldKitPage() {
  const t = useText();
  const phase = useFieldKit((state) => state.phase);
  const { hash } = useLocation();
  const check = useFieldKit(({ packs }) => packs.find(({ id }) => hash === `#check-${id}`));
  useEffect(() => startKit(), []);
  return (
    <div className="xj-kit">
      <FieldKitHeader back={phase === 'open' && hash !== ''} />
      <main className="xj-kit-main" id="xj-public-main">
        {phase === 'opening' && <p role="status">{t(fieldKitTexts.opening)}</p>}
        {phase === 'setup' && <FieldKitSetUpScreen />}
        {phase === 'locked' && <FieldKitUnlockScreen />}
        {phase === 'open' &&
          (check ? (
            <InspectionScreenWithTabs key={check.id} pack={check} />
          ) : hash === '#more' ? (
            <FieldKitPhrasesPinAndDeletionScreen />
          ) : (
            <OwnInspectionTaskList />
          ))}
      </main>
    </div>
  );
}

/** Opens the kit and keeps it in contact with the platform. Returns how to stop. */
function startKit(): () => void {
  document.querySelector('link[rel=manifest]')?.setAttribute('href', '/field.webmanifest');
  void openFieldKit();
  void import('#web/http/offline/cache-offline-files.ts').then(({ cacheOfflineFilesAndAnnounceNewVersion }) =>
    cacheOfflineFilesAndAnnounceNewVersion('field', true),
  );
  let hiddenAt = 0;
  let lock: ReturnType<typeof setTimeout> | undefined;
  const onOnline = () => void syncFieldKit(false);
  const onVisible = () => {
    clearTimeout(lock);
    if (document.visibilityState === 'hidden') {
      hiddenAt = Date.now();
      void flushDrafts();
      lock = setTimeout(lockFieldKit, lockAfter);
    } else if (hiddenAt > 0 && Date.now() - hiddenAt > lockAfter) lockFieldKit();
    else if (navigator.onLine) void syncFieldKit(false);
  };
  const timer = setInterval(() => {
    if (navigator.onLine && useFieldKit.getState().unsent > 0) void syncFieldKit(false);
  }, retryEvery);
  window.addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', onVisible);
  // a page that the browser puts aside for “back” must not hold the key
  window.addEventListener('pagehide', lockFieldKit);
  return () => {
    lockFieldKit();
    clearTimeout(lock);
    clearInterval(timer);
    window.removeEventListener('pagehide', lockFieldKit);
    window.removeEventListener('online', onOnline);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
