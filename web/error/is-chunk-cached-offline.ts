/**
 * Whether a module of the build loads without a network. The service worker answers the request itself
 * (`web/http/offline/offline-worker.js`); false without one.
 */
export const isChunkCachedOffline = async (name: string): Promise<boolean> =>
  navigator.serviceWorker?.controller
    ? (await fetch(`/offline/part?${new URLSearchParams({ name, of: import.meta.url })}`)).ok
    : false;
