import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { offlineWorker, serveOfflineWorker } from './serve-offline-service-worker.ts';

/**
 * Serves the built web part: existing files, precompressed. A single route, because a route for each of some hundred
 * files costs a third of a second at every start.
 */
export async function serveExistingPrecompressedWebFiles(
  app: FastifyInstance,
  root: string,
  offline: boolean,
): Promise<void> {
  serveOfflineWorker(app, root, offline);
  await app.register(fastifyStatic, {
    root,
    serve: false,
    index: false,
    preCompressed: true,
    setHeaders(reply, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      // the policy is that of the page, or of a worker: with other files it is weight on the line of a phone
      if (hashed && !file.includes('-worker-')) reply.removeHeader('Content-Security-Policy');
    },
  });
  const files = new Set(listFiles(root));
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const { '*': file } = request.params;
    return files.has(file) ? reply.sendFile(file) : reply.callNotFound();
  });
}

/** Without hidden files and without the service worker, which has its own route. */
function listFiles(folder: string, prefix = ''): string[] {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = prefix + entry.name;
    if (entry.name.startsWith('.') || file.startsWith(offlineWorker)) return [];
    return entry.isDirectory() ? listFiles(`${folder}/${entry.name}`, `${file}/`) : entry.isFile() ? [file] : [];
  });
}
