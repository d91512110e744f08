/**
 * `MODULES=<folder>`: its registry.ts, server.ts and declarations.ts replace those of modules/, so that another set of modules is built,
 * tested or measured without touching the real one. Files in the folder can still import the real ones.
 */
import fs from 'node:fs';
import path from 'node:path';
import { root } from './child-process.mjs';

const folder = process.env.MODULES ? path.resolve(root, process.env.MODULES) : undefined;
const replaced = /(^|\/)(registry|server|declarations)\.ts$/;

/** The replacement of a resolved file for an importer; undefined: none. */
function standIn(resolved, importer) {
  if (!folder || path.dirname(resolved) !== path.join(root, 'modules')) return undefined;
  if (importer && path.dirname(importer) === folder) return undefined;
  const file = path.join(folder, path.basename(resolved));
  return fs.existsSync(file) ? file : undefined;
}

/** Additional files the build depends on, relative to the package. */
export const moduleFolders = folder ? [path.relative(root, folder), 'test/invented', 'test/example'] : [];

/** Plugin for Vite and vitest. */
export const foreignModules = () => ({
  name: 'modules-folder',
  enforce: 'pre',
  async resolveId(source, importer) {
    // an absolute path was already resolved, possibly to the real file on purpose
    if (!folder || !importer || source.startsWith('/') || !replaced.test(source)) return undefined;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && standIn(found.id, importer);
  },
  /** The cache of transformed modules contains their imports, so it depends on the set of modules. */
  configureVitest({ experimental_defineCacheKeyGenerator: defineKey }) {
    defineKey(() => folder ?? '');
  },
});

/** Plugin for esbuild. */
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
