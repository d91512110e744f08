import path from 'node:path';
import type { Plugin } from 'vite';

const own = /\/(web|modules|apps)\/(?!.*node_modules).*\.tsx?$/;
const lazyImport = /(?<![\w.$])(?<!typeof )import\(\s*(['"][^'"]+['"])\s*\)/g;

/**
 * Has every part of ours that is loaded later wait for the network (`web/error/patient-import.ts`): browsers and React keep a
 * failed import for as long as the page stands, so whoever was offline for a moment would meet it broken until they reload.
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
        // on the first line, so that no line of the source moves
        return `import { importPatiently as waitForPart } from '#web/error/patient-import.ts'; ${written}`;
      },
    },
  };
}

/** The name of a module, the same for every importer: its path without extension, as the start page lists many. */
const partName = (at: string, from: string): string =>
  (at.startsWith('.')
    ? path.posix.relative(process.cwd(), path.posix.resolve(path.posix.dirname(from), at))
    : at.replace(/^#/, '')
  ).replace(/\.tsx?$/, '');
