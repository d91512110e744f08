/**
 * npm run dev: the product with hot reload on both sides. Vite answers on PORT and passes calls on to the server one
 * port above, which restarts when a file of its own changes.
 */
import fs from 'node:fs';
import path from 'node:path';
import { root, runInForeground } from './child.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { runMain } from './steps.mjs';

/** What Vite serves by itself: its own modules and our sources. */
const SOURCES = /^\/(@|node_modules\/|apps\/|web\/|kernel\/|modules\/|data\/reference\/|index\.html|$)/;

await runMain(async () => {
  await ensureDependencies();
  const port = Number(process.env.PORT || 8000);
  const host = process.env.HOST || '127.0.0.1';
  const { createServer } = await import('vite');
  const vite = await createServer({
    root,
    server: {
      port,
      host,
      strictPort: true,
      proxy: {
        '^/': {
          target: `http://127.0.0.1:${port + 1}`,
          bypass: (request) => (belongsToVite(request) ? request.url : undefined),
        },
      },
    },
  });
  await vite.listen();
  vite.printUrls();
  const code = await runInForeground(process.execPath, ['--watch', '--import', 'tsx', 'apps/server.ts', '--pretty'], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port + 1), NODE_ENV: 'development' },
  });
  await vite.close();
  return code;
});

/** Pages and calls share addresses (/admin/…): a browser that navigates asks for HTML, a call does not. */
function belongsToVite({ method, url = '/', headers }) {
  const [pathname = '/'] = url.split('?');
  if (SOURCES.test(pathname)) return true;
  if (method === 'GET' && headers.accept?.includes('text/html')) return true;
  return pathname !== '/' && fs.existsSync(path.join(root, 'web', 'public', path.normalize(pathname)));
}
