import path from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import type { ResourceIndex } from '#kernel/module/resource-index.ts';
import { foreignModulesOfServer } from '../modules-folder.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const file = path.join(root, 'modules', 'resource-index.ts');

/** Everything that decides the index. */
const isDeclaration = (id: string) => /\/(kernel|contract)\/|\/registry\.ts$/.test(id);

/** The index of resources as it is now, from all declarations. */
export async function evaluateIndex(): Promise<ResourceIndex> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    plugins: [foreignModulesOfServer],
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64');
  const { resourceIndex } = (await import(`data:text/javascript;base64,${code}`)) as { resourceIndex: ResourceIndex };
  return resourceIndex;
}

/** Replaces `modules/resource-index.ts` by its value, so that pages carry the index without the declarations. */
export function evaluateResourceIndex(): Plugin {
  return {
    name: 'evaluate-resource-index',
    enforce: 'pre',
    async load(id) {
      if (id !== file) return undefined;
      return `export const resourceIndex = ${JSON.stringify(await evaluateIndex())};`;
    },
    /** In development the page reloads after a change of a declaration, and then needs the new index. */
    hotUpdate({ file: changed }) {
      if (!isDeclaration(changed)) return;
      const index = this.environment.moduleGraph.getModuleById(file);
      if (index) this.environment.moduleGraph.invalidateModule(index);
    },
  };
}
