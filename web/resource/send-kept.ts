import { sendKept } from '#web/http/kept-writes.ts';
import { refreshResource } from '#web/resource/resource-calls.ts';

/** Sends what is kept, and asks anew for what it changed. */
export const sendKeptNow = (): Promise<void> => sendKept((resource) => void refreshResource(resource));
