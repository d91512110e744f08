/**
 * Whether a part of the program comes without a network: asked of the worker that stands behind the page, where there is one.
 * What is asked here goes no further (`web/http/offline-worker.js`).
 */
export const isCachedPart = async (name: string): Promise<boolean> =>
  navigator.serviceWorker?.controller
    ? (await fetch(`/offline/part?${new URLSearchParams({ name, of: import.meta.url })}`)).ok
    : false;
