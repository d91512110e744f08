import fs from 'node:fs';
import path from 'node:path';
import { transform } from 'esbuild';
import type { Plugin } from 'vite';
import { checkModuleNames, moduleName } from './module-name.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Modules of the team page, and the code reader. */
const team = [
  'modules/travel/web/team-code/team-code-check-page.tsx',
  'web/scan/code-scanner-view.tsx',
  'node_modules/qr/decode.js',
];

/** Modules whose chunks open the pages that work offline, with everything each of them loads when used. */
const wanted: Readonly<Record<string, readonly string[]>> = {
  team,
  field: [
    'modules/unlisted-public-pages.ts',
    'modules/field-kit/web/field-kit-page.tsx',
    'modules/field-kit/web/kit/upload-check-picture-resumably.ts',
    'modules/field-kit/web/store/export-unsent-operations-to-file.ts',
    'web/http/offline/cache-offline-files.ts',
    'web/scan/code-scanner-view.tsx',
    'web/scan/qr-code.tsx',
    'node_modules/qr/decode.js',
  ],
  inside: [
    ...team,
    'web/shell/app-shell.tsx',
    'web/shell/module/load-web-modules.ts',
    'web/shell/route/prefetch-list-or-record.ts',
    'modules/declarations.ts',
    'modules/web.ts',
    'web/boot/start-from-stored-boot-answer.ts',
    'web/boot/sign-out-and-forget-session.ts',
    'web/form/unsent-writes-drawer.tsx',
    'web/shell/command-palette/command-palette-content.tsx',
    'modules/enforcement/web/roadside-lookup-screen.tsx',
    'modules/travel/web/on-the-road/guide-on-the-road-screen.tsx',
  ],
};

/** Unhashed files that every page loads. */
const always = ['/early.js', '/favicon.svg'];

/** Writes `offline-worker.js` with the files of each offline page; only the build knows them. */
export function listOfflineFiles(): Plugin {
  return {
    name: 'list-offline-files',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [one] : []));
        const entry = chunks.find(({ isEntry }) => isEntry);
        if (!entry) throw new Error('the page has no entry');
        const idOf = (file: string) => path.relative(root, file).split(path.sep).join('/');
        const isOwn = (id: string) => !id.includes('/node_modules/') && !id.startsWith('\0');
        const isDynamic = (id: string) => (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;
        checkModuleNames([...this.getModuleIds()].filter((id) => isOwn(id) && isDynamic(id)).map(idOf));
        const home = new Map(chunks.flatMap((one) => one.moduleIds.map((id) => [idOf(id), one] as const)));
        const setOf = (modules: readonly string[]) => {
          const seen = new Set([entry]);
          for (const id of modules) {
            const chunk = home.get(id);
            if (!chunk) throw new Error(`${id} is in no chunk: scripts/vite/offline-file-lists.ts names it`);
            seen.add(chunk);
          }
          // the set grows during the iteration
          for (const one of seen)
            for (const file of one.imports) {
              const next = bundle[file];
              if (next?.type === 'chunk') seen.add(next);
            }
          const assets = [...seen].flatMap(({ viteMetadata: meta }) => [
            ...(meta?.importedCss ?? []),
            ...(meta?.importedAssets ?? []),
          ]);
          const files = [...new Set([...[...seen].map(({ fileName }) => fileName), ...assets])];
          const parts = [...seen]
            .flatMap(({ moduleIds }) => moduleIds)
            .filter(isDynamic)
            .map((id) => (isOwn(id) ? moduleName(idOf(id)) : idOf(id).replace(/^.*node_modules\//, '')));
          return { files: [...always, ...files.map((file) => `/${file}`)], parts };
        };
        const declarations = (
          this.getModuleInfo(path.join(root, 'modules/declarations.ts'))?.dynamicallyImportedIds ?? []
        ).map(idOf);
        // writes that wait are of any resource, and the sheet that lists them names their fields
        const parts = { ...wanted, inside: [...(wanted.inside ?? []), ...declarations] };
        const sets = Object.fromEntries(Object.entries(parts).map(([name, modules]) => [name, setOf(modules)]));
        const source = fs.readFileSync(path.join(root, 'web/http/offline/offline-worker.js'), 'utf8');
        const { code } = await transform(source, { minify: true, target: 'es2022' });
        const facts = JSON.stringify({ entry: `/${entry.fileName}`, sets });
        this.emitFile({ type: 'asset', fileName: 'offline-worker.js', source: `self.OFFLINE=${facts};\n${code}` });
      },
    },
  };
}
