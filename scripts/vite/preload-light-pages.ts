import path from 'node:path';
import { build } from 'esbuild';
import type { Plugin, Rolldown } from 'vite';

const root = path.resolve(import.meta.dirname, '..', '..');

type Bundle = Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>;

interface LightPage {
  readonly path: string;
  /** The file of its component. */
  readonly file: string;
}

/** The light pages as they are declared now. The configuration of Vite must not import them: see `evaluate-resource-index.ts`. */
async function readLightPages(): Promise<readonly LightPage[]> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['modules/light-public-pages.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    plugins: [
      {
        name: 'leave the components out',
        setup: ({ onResolve }) =>
          onResolve({ filter: /./ }, ({ kind, path: at, resolveDir }) =>
            kind === 'dynamic-import' ? { path: path.resolve(resolveDir, at), external: true } : undefined,
          ),
      },
    ],
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64');
  const { lightPublicPagesOfAllModules: pages } = (await import(`data:text/javascript;base64,${code}`)) as {
    lightPublicPagesOfAllModules: readonly { readonly path: string; readonly load: () => unknown }[];
  };
  return pages.map((page) => {
    const file = /import\("([^"]+)"\)/.exec(page.load.toString())?.[1];
    if (file === undefined) throw new Error(`${page.path}: its component is not imported by a name`);
    return { path: page.path, file };
  });
}

/** The scripts and style sheets of a component, without those of the start. */
function filesOf(component: string, bundle: Bundle): readonly string[] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const found = new Set(chunks.filter(({ facadeModuleId }) => facadeModuleId === component));
  if (found.size !== 1) throw new Error(`${component} is not a chunk`);
  // the set grows during the iteration
  for (const one of found)
    for (const imported of one.imports) {
      const next = bundle[imported];
      if (next?.type === 'chunk' && !next.isEntry) found.add(next);
    }
  const files = [...found].filter(({ name }) => name !== 'light');
  return files.flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]);
}

/**
 * Inserts the files of each light page into the tag of web/public/early.js, by the first part of its path:
 * `complaint:/assets/a.js,/assets/b.css spots:/assets/c.js`. Only the build knows them.
 */
export function preloadLightPages(): Plugin {
  return {
    name: 'preload-light-pages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const pages = (await readLightPages()).map(
          ({ path: pattern, file }) =>
            `${pattern.split('/')[1]}:${filesOf(file, bundle)
              .map((one) => `/${one}`)
              .join()}`,
        );
        return html.replace('src="/early.js"', (src) => `${src} data-pages="${pages.join(' ')}"`);
      },
    },
  };
}
