import path from 'node:path';
import type { Plugin } from 'vite';
import { moduleName } from './module-name.ts';

const own = /\/(web|modules|apps)\/(?!.*node_modules).*\.tsx?$/;
const lazyImport = /(?<![\w.$])(?<!typeof )import\(\s*(['"][^'"]+['"])\s*\)/g;

/**
 * Makes every dynamic import of ours wait for the network (`web/error/import-chunk-with-retry.ts`). Browsers and React cache a
 * failed import for as long as the page lives, so a moment offline would otherwise break it until a reload.
 */
export function waitForNetworkOnImport(): Plugin {
  return {
    name: 'wait-for-parts',
    enforce: 'pre',
    transform: {
      filter: { id: own, code: 'import(' },
      handler(code, id) {
        if (id.includes('/node_modules/') || id.includes('/server/')) return undefined;
        const written = code.replace(
          lazyImport,
          (_all, at: string) => `waitForPart(${JSON.stringify(partName(at.slice(1, -1), id))}, () => import(${at}))`,
        );
        if (written === code) return undefined;
        // on the first line, so that line numbers of the source stay
        return `import { importChunkWithRetry as waitForPart } from '#web/error/import-chunk-with-retry.ts'; ${written}`;
      },
    },
  };
}

/** The name of a module, the same for every importer; a package is named as it is imported. */
function partName(at: string, from: string): string {
  if (at.startsWith('#')) return moduleName(at.slice(1));
  if (!at.startsWith('.')) return at;
  return moduleName(path.posix.relative(process.cwd(), path.posix.resolve(path.posix.dirname(from), at)));
}
