import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { translate } from '#web/i18n/locale.ts';
import { entryScriptOfPage, type OfflinePageSet, readChunksCachedOffline } from './read-chunks-cached-offline.ts';

const texts = {
  newer: text(
    '系统已更新。本页可以继续使用，重新打开后即为新版本。',
    'The system has been updated. You can keep using this page; reopening it loads the new version.',
  ),
  open: text('重新打开', 'Reopen'),
};

/**
 * Whether the pages of a set open without a network. `unable`: this browser cannot, or the page came over plain http.
 * `metered`: the connection is metered and the user has not confirmed.
 */
export type CachingState = 'unable' | 'metered' | 'failed' | 'cached';

interface Line {
  readonly saveData?: boolean;
  readonly type?: string;
}

/** Whether the connection is metered, as far as the browser says so. */
const isMetered = (): boolean => {
  const line = (navigator as { connection?: Line }).connection;
  return line?.saveData === true || line?.type === 'cellular';
};

/** Waits until the browser is idle. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 10_000 });
    else setTimeout(resolve, 3000);
  });

/** Ms to wait for a worker to become ready or to answer. */
const timeout = 120_000;

/** Has the service worker cache the files of a set. Called again, it updates what a newer version changed. */
export async function cacheOfflineFilesAndAnnounceNewVersion(
  set: OfflinePageSet,
  requested = false,
): Promise<CachingState> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers || !('caches' in window)) return 'unable';
  if (!navigator.onLine) {
    // from now on: a newer worker may take over as soon as there is a network, before the page registers it again
    const registered = await workers.getRegistration();
    if (registered) watchForNewer(workers, registered);
    return (await readChunksCachedOffline(set)) ? 'cached' : 'failed';
  }
  if (!requested && isMetered() && !(await readChunksCachedOffline(set))) return 'metered';
  await idle();
  try {
    // A browser that blocks service workers resolves to undefined.
    const registered: ServiceWorkerRegistration | undefined = await workers.register('/offline-worker.js', {
      updateViaCache: 'none',
    });
    if (!registered) return 'unable';
    watchForNewer(workers, registered);
    const worker = await readyWorker(registered);
    const reply = worker ? await postToWorker(worker, { keep: set }) : undefined;
    return reply?.off ? 'unable' : reply?.kept ? 'cached' : 'failed';
  } catch {
    return 'failed';
  }
}

/** The active worker, once a new one that is being installed has taken over. */
function readyWorker(registration: ServiceWorkerRegistration): Promise<ServiceWorker | null> {
  const coming = registration.installing ?? registration.waiting;
  if (!coming) return Promise.resolve(registration.active);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), timeout);
    const check = () => {
      if (coming.state !== 'activated' && coming.state !== 'redundant') return;
      clearTimeout(timer);
      coming.removeEventListener('statechange', check);
      resolve(registration.active);
    };
    coming.addEventListener('statechange', check);
    check();
  });
}

interface WorkerReply {
  readonly kept?: boolean;
  readonly entry?: string;
  /** The worker is switched off and unregisters itself. */
  readonly off?: boolean;
}

/** What a page requests of the worker: to cache a set, or which build it is of. */
type WorkerRequest = { readonly keep: OfflinePageSet } | { readonly request: 'build' };

function postToWorker(worker: ServiceWorker, request: WorkerRequest): Promise<WorkerReply | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(undefined), timeout);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      resolve(data as WorkerReply);
    };
    worker.postMessage(request, [port2]);
  });
}

let watching = false;

/**
 * Shows a toast when a newer version is deployed while a page stays open for days, for which it looks whenever the page comes
 * into view or the network is back. The page keeps working: the worker keeps the files it may still load. Reopening asks about
 * unsaved input as always.
 */
function watchForNewer(workers: ServiceWorkerContainer, registration: ServiceWorkerRegistration): void {
  if (watching) return;
  watching = true;
  let had = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    const { active } = registration;
    if (had && active) void notifyOfNewer(active);
    had = true;
  });
  const look = () => {
    if (document.visibilityState === 'visible' && navigator.onLine) registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', look);
}

async function notifyOfNewer(worker: ServiceWorker): Promise<void> {
  const reply = await postToWorker(worker, { request: 'build' });
  if (reply?.entry === undefined || reply.entry === entryScriptOfPage()) return;
  toast.info(translate(texts.newer), {
    duration: 0,
    action: { label: translate(texts.open), run: () => window.location.reload() },
  });
}
