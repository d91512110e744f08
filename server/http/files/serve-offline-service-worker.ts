import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';

/**
 * File name of the service worker that opens pages without a network. Browsers check it for updates with every page.
 */
export const offlineWorker = 'offline-worker.js';

/** Served instead of the worker where it is switched off: deletes the caches and unregisters itself. */
const unregisterScript = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('xj-offline ')) await caches.delete(name);
  await self.registration.unregister();
})()));
self.addEventListener('message', (event) => event.ports[0]?.postMessage({ off: true }));
`;

/**
 * Serves the service worker, or a script that unregisters it: deleting the file would leave it installed in browsers.
 * Never cached, so that a faulty one is replaced at the next page.
 */
export function serveOfflineWorker(app: FastifyInstance, webRoot: string, on: boolean): void {
  const file = path.join(webRoot, offlineWorker);
  const written = on && fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : unregisterScript;
  app.get(`/${offlineWorker}`, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('Cache-Control', 'no-cache').send(written),
  );
}
