import fs from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { evaluateIndex } from './evaluate-resource-index.ts';

type Bundle = Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>;

/** Chunks every signed-in page needs (see chunks.ts). */
const names: ReadonlySet<string> = new Set(['kit', 'office']);

/** The folders of the modules by their names. */
function moduleFolders(): ReadonlyMap<string, string> {
  const source = fs.readFileSync(path.resolve(import.meta.dirname, '../../modules/declarations.ts'), 'utf8');
  return new Map(
    [...source.matchAll(/(\w+): async .+import\('\.\/([^/']+)\//g)].map(([, name = '', folder = '']) => [name, folder]),
  );
}

/** The files with the declarations of a module, and of what they import. */
function filesOf(folder: string, bundle: Bundle): readonly string[] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const found = new Set(chunks.filter(({ name }) => name === `${folder}-declarations`));
  // the set grows during the iteration
  for (const one of found)
    for (const imported of one.imports) {
      const next = bundle[imported];
      if (next?.type === 'chunk' && !names.has(next.name) && !next.isEntry) found.add(next);
    }
  return [...found].map(({ fileName }) => `/${fileName}`);
}

/** `enterprise:/assets/a.js crew:/assets/b.js,/assets/a.js`: what an address of a module needs before its rows can be read. */
async function declarationFiles(bundle: Bundle): Promise<string> {
  const folders = moduleFolders();
  const { resourceIndex, modulesOfParentRows } = await evaluateIndex();
  return [...folders.keys()]
    .map((name) => {
      const needed = [name, ...modulesOfParentRows(resourceIndex, name)].map((one) => folders.get(one) ?? one);
      return `${name}:${[...new Set(needed.flatMap((folder) => filesOf(folder, bundle)))].join()}`;
    })
    .join(' ');
}

/** Inserts the file names of the signed-in chunks into web/public/early.js; only the build knows them. */
export function injectPreloadFileNames(): Plugin {
  return {
    name: 'name-early-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const files = Object.values(bundle).flatMap((one) =>
          one.type === 'chunk' && names.has(one.name) ? [`/${one.fileName}`] : [],
        );
        if (files.length !== names.size) throw new Error(`expected the chunks ${[...names].join(', ')}: ${files}`);
        const declarations = await declarationFiles(bundle);
        return html.replace(
          'src="/early.js"',
          (src) => `${src} data-office="${files.join(' ')}" data-modules="${declarations}"`,
        );
      },
    },
  };
}
