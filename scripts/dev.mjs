/**
 * npm run dev: the product with hot reload on both sides. Vite answers on PORT and proxies calls to the server on the
 * next port, which restarts when one of its files changes.
 */
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root, runInForeground } from './child-process.mjs';
import { ensureDependencies } from './install-dependencies.mjs';
import { runMain } from './print-steps.mjs';

/** Paths Vite serves itself: its own modules and our sources. */
const SOURCES = /^\/(@|node_modules\/|apps\/|web\/|kernel\/|modules\/|data\/reference\/|index\.html|$)/;

/** Paths of pages that the server makes itself. */
const SERVED = /^\/(article|help)(\/|$)/;

await runMain(async () => {
  await ensureDependencies();
  const port = Number(process.env.PORT || 8000);
  const host = process.env.HOST || '127.0.0.1';
  const { createLogger, createServer } = await import('vite');
  let ready = serverAccepts(port + 1);
  const vite = await createServer({
    root,
    customLogger: withoutProxyErrors(createLogger()),
    server: {
      port,
      host,
      strictPort: true,
      proxy: {
        '^/': {
          target: `http://127.0.0.1:${port + 1}`,
          bypass: async (request) => {
            if (belongsToVite(request)) return request.url;
            await ready;
            return undefined;
          },
          configure: (proxy, options) =>
            void proxy.on('error', (_error, request, response) =>
              repeatOrRefuse(request, response, async () => {
                await serverAccepts(port + 1);
                proxy.web(request, response, options);
              }),
            ),
        },
      },
    },
  });
  // a saved file reloads the page at once, but the server needs seconds to restart: calls wait for it meanwhile
  vite.watcher.on('change', (file) => {
    if (isServerSource(file)) ready = ready.then(() => serverRestarts(port + 1));
  });
  await vite.listen();
  const [address] = vite.resolvedUrls?.local ?? [];
  const server = ['apps/server.ts', '--pretty', ...(address ? [`--address=${address.replace(/\/$/, '')}`] : [])];
  const code = await runInForeground(process.execPath, ['--watch', '--import', 'tsx', ...server], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port + 1), NODE_ENV: 'development' },
  });
  await vite.close();
  return code;
});

/** Whether the server loads a source file, so that `node --watch` restarts it when the file changes. */
function isServerSource(file) {
  return /^(apps|data|kernel|modules|server)\/(?!.*(web|test)\/).*\.ts$/.test(path.relative(root, file));
}

/** Resolves once the server accepts connections, or after half a minute: then its own output says what is wrong. */
async function serverAccepts(port) {
  for (const end = Date.now() + 30_000; Date.now() < end && !(await isOpen(port)); ) await pause(100);
}

/** Resolves once the server has restarted. If it does not go down within two seconds, it does not load the file. */
async function serverRestarts(port) {
  for (const end = Date.now() + 2000; Date.now() < end; await pause(50)) if (!(await isOpen(port))) break;
  await serverAccepts(port);
}

function isOpen(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    const answer = (open) => () => {
      socket.destroy();
      resolve(open);
    };
    socket.on('connect', answer(true)).on('error', answer(false));
  });
}

const repeated = new WeakSet();

/**
 * Repeats, once, a read that met the server as it went down: the process was ended before its change was noticed here. What
 * has a body cannot be sent again.
 */
function repeatOrRefuse(request, response, repeat) {
  const canRepeat = ['GET', 'HEAD'].includes(request.method) && 'writeHead' in response && !response.headersSent;
  if (!canRepeat || request.headers.upgrade || repeated.has(request)) return refuse(response);
  repeated.add(request);
  void repeat();
}

/** If the server is down all the same, calls get 503, as behind any proxy. */
function refuse(response) {
  if ('writeHead' in response && !response.headersSent) response.writeHead(503, { 'retry-after': '1' }).end();
}

/** Stack traces of refused connections are useless to a developer: the server's own output says why it is down. */
function withoutProxyErrors(logger) {
  const error = (message, options) => {
    if (!/(http|ws) proxy (socket )?error/.test(message)) logger.error(message, options);
  };
  return { ...logger, error };
}

/** Pages and calls share paths (/admin/…): navigation accepts HTML, a call does not. */
function belongsToVite({ method, url = '/', headers }) {
  const [pathname = '/'] = url.split('?');
  if (SOURCES.test(pathname)) return true;
  if (SERVED.test(pathname)) return false;
  if (method === 'GET' && headers.accept?.includes('text/html')) return true;
  return pathname !== '/' && fs.existsSync(path.join(root, 'web', 'public', path.normalize(pathname)));
}
