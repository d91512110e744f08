import { sendQueuedWrites } from '#web/http/offline/queue-send-and-discard-offline-writes.ts';
import { refreshResource } from '#web/resource/resource-calls.ts';

/** Sends the queued writes, and refreshes the resources they change. */
export const sendQueuedWritesAndRefreshResources = (): Promise<void> =>
  sendQueuedWrites((resource) => void refreshResource(resource));
