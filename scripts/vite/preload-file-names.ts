import type { Plugin } from 'vite';

/** Chunks every signed-in page needs (see chunks.ts). */
const names: ReadonlySet<string> = new Set(['kit', 'office']);

/** Tells web/public/early.js what the files of the signed-in areas are called, which only the build knows. */
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
