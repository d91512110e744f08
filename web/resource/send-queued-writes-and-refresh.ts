import { sendQueuedWrites } from '#web/http/offline/offline-queue.ts';
import { refreshResource } from '#web/resource/resource-calls.ts';

/** Sends the queued writes, and refreshes the resources they change. */
export const sendQueuedWritesAndRefresh = (): Promise<void> =>
  sendQueuedWrites((resource) => void refreshResource(resource));
