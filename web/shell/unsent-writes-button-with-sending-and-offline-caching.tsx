import { type ComponentType, useEffect, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { cacheOfflinePagesLaterOnTouchDevice } from '#web/boot/cache-offline-pages-later-on-touch-device.ts';
import { isChunkCachedOffline } from '#web/error/is-chunk-cached-offline.ts';
import { toast } from '#web/feedback/toast.ts';
import {
  queueRetryInterval,
  refreshQueuedWrites,
  useQueuedWrites,
} from '#web/http/offline/queue-send-and-discard-offline-writes.ts';
import { onConnectivityChange } from '#web/http/use-is-offline.ts';
import { useText } from '#web/i18n/locale.ts';
import { sendQueuedWritesAndRefreshResources } from '#web/resource/send-queued-offline-writes-and-refresh-resources.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';
import { offlineScreensOfModules } from './module/load-web-modules.ts';
import './unsent-writes-button-with-sending-and-offline-caching.css';

const texts = {
  waiting: text('{n} 项待发送', '{n} to send'),
  refused: text('{n} 项待发送，{refused} 项需处理', '{n} to send, {refused} {refused|needs|need} attention'),
  later: text('没有网络，暂时打不开', 'No network; cannot be opened right now'),
};

/** Name of the next import in the build (scripts/vite/module-name.ts; test/architecture/chunk-names.test.ts). */
const sheet = 'unsent-writes-drawer';
const load = () => import('#web/form/unsent-writes-drawer.tsx');

/**
 * Number of queued writes, shown while there are any. While mounted, it sends them: at once, when the network is back,
 * and at intervals. It also sets the web app manifest of the area and has the offline screens cached.
 */
export function UnsentWritesButtonWithSendingAndCaching() {
  const t = useText();
  const list = useQueuedWrites((state) => state.list);
  const [Sheet, setSheet] = useState<ComponentType<{ onClose(): void }>>();
  const waiting = list.some((one) => !one.refused);
  useEffect(() => {
    const send = () => void sendQueuedWritesAndRefreshResources();
    void refreshQueuedWrites().then((queued) => queued.length > 0 && send());
    return onConnectivityChange((away) => away || send());
  }, []);
  // Installed on a phone, the product opens in the user's area.
  useEffect(() => {
    const side = currentArea() === 'admin' ? 'office' : 'member';
    document.querySelector('link[rel=manifest]')?.setAttribute('href', `/${side}.webmanifest`);
  }, []);
  // Cache the offline screens for users who may open them.
  useEffect(() => {
    const { offlineScreens, offlineAnswers } = offlineScreensOfModules();
    return offlineScreens.some(can) ? cacheOfflinePagesLaterOnTouchDevice(currentArea(), offlineAnswers) : undefined;
  }, []);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => navigator.onLine && void sendQueuedWritesAndRefreshResources(), queueRetryInterval);
    return () => clearInterval(timer);
  }, [waiting]);
  const open = async () => {
    // A browser remembers a module that failed to load.
    const loaded =
      navigator.onLine || (await isChunkCachedOffline(sheet)) ? await load().catch(() => undefined) : undefined;
    if (loaded) setSheet(() => loaded.default);
    else toast.info(t(texts.later));
  };
  const refused = list.filter((one) => one.refused).length;
  return (
    <>
      {list.length > 0 && (
        <button
          type="button"
          className="xj-kept-pill"
          data-tone={refused > 0 ? 'bad' : undefined}
          onClick={() => void open()}
        >
          {t(refused > 0 ? texts.refused : texts.waiting, { n: list.length, refused })}
        </button>
      )}
      {Sheet && <Sheet onClose={() => setSheet(undefined)} />}
    </>
  );
}
