import type { Plugin } from 'vite';

/** Chunks every signed-in page needs (see chunks.ts). */
const names: ReadonlySet<string> = new Set(['kit', 'office']);

/** Inserts the file names of the signed-in chunks into web/public/early.js; only the build knows them. */
export function injectPreloadFileNames(): Plugin {
  return {
    name: 'name-early-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.values(bundle).flatMap((one) =>
          one.type === 'chunk' && names.has(one.name) ? [`/${one.fileName}`] : [],
        );
        if (files.length !== names.size) throw new Error(`expected the chunks ${[...names].join(', ')}: ${files}`);
        return html.replace('src="/early.js"', (src) => `${src} data-office="${files.join(' ')}"`);
      },
    },
  };
}
