/**
 * `MODULES=<folder>`: its registry.ts and server.ts stand in for those of modules/, so that another set of areas is
 * built, tested or measured without touching the real one. Within the folder the real ones can be imported.
 */
import fs from 'node:fs';
import path from 'node:path';
import { root } from './child-process.mjs';

const folder = process.env.MODULES ? path.resolve(root, process.env.MODULES) : undefined;
const replaced = /(^|\/)(registry|server)\.ts$/;

/** The file that stands in for a resolved one, when another file imports it; undefined: none does. */
function standIn(resolved, importer) {
  if (!folder || path.dirname(resolved) !== path.join(root, 'modules')) return undefined;
  if (importer && path.dirname(importer) === folder) return undefined;
  const file = path.join(folder, path.basename(resolved));
  return fs.existsSync(file) ? file : undefined;
}

/** Files the build depends on besides its own sources, relative to the package. */
export const moduleFolders = folder ? [path.relative(root, folder), 'test/invented', 'test/example'] : [];

/** For Vite and vitest. */
export const foreignModules = () => ({
  name: 'modules-folder',
  enforce: 'pre',
  async resolveId(source, importer) {
    // an address within the root is what an import was resolved to before: the real one, too, where it was meant
    if (!folder || !importer || source.startsWith('/') || !replaced.test(source)) return undefined;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && standIn(found.id, importer);
  },
  /** What is kept of a translated module names the files it imports: another set of areas, other files. */
  configureVitest({ experimental_defineCacheKeyGenerator: defineKey }) {
    defineKey(() => folder ?? '');
  },
});

/** For esbuild. */
export const foreignModulesOfServer = {
  name: 'modules-folder',
  setup(build) {
    if (!folder) return;
    build.onResolve({ filter: replaced }, async ({ path: source, importer, resolveDir, kind, pluginData }) => {
      if (pluginData === 'resolving') return undefined;
      const found = await build.resolve(source, { importer, resolveDir, kind, pluginData: 'resolving' });
      const file = found.path && standIn(found.path, importer);
      return file ? { path: file } : found;
    });
  },
};
