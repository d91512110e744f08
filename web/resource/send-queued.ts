import { sendQueued } from '#web/http/offline/offline-queue.ts';
import { refreshResource } from '#web/resource/resource-calls.ts';

/** Sends what is kept, and asks anew for what it changed. */
export const sendQueuedNow = (): Promise<void> => sendQueued((resource) => void refreshResource(resource));
