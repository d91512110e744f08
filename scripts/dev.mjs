/**
 * npm run dev: the product with hot reload on both sides. Vite answers on PORT and proxies calls to the server on the
 * next port, which restarts when one of its files changes.
 */
import fs from 'node:fs';
import path from 'node:path';
import { root, runInForeground } from './child-process.mjs';
import { ensureDependencies } from './install-dependencies.mjs';
import { runMain } from './print-steps.mjs';

/** Paths Vite serves itself: its own modules and our sources. */
const SOURCES = /^\/(@|node_modules\/|apps\/|web\/|kernel\/|modules\/|data\/reference\/|index\.html|$)/;

await runMain(async () => {
  await ensureDependencies();
  const port = Number(process.env.PORT || 8000);
  const host = process.env.HOST || '127.0.0.1';
  const { createLogger, createServer } = await import('vite');
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
          bypass: (request) => (belongsToVite(request) ? request.url : undefined),
          configure: (proxy) => void proxy.on('error', (_error, _request, response) => refuse(response)),
        },
      },
    },
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

/** While the server restarts, calls get 503: the page retries, as behind any proxy. */
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
  if (method === 'GET' && headers.accept?.includes('text/html')) return true;
  return pathname !== '/' && fs.existsSync(path.join(root, 'web', 'public', path.normalize(pathname)));
}
