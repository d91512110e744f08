import path from 'node:path';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import type { modulesOfParentRows, ResourceIndex } from '#kernel/module/resource-index-for-lazy-loading.ts';
import { foreignModulesOfServer } from '../modules-folder.mjs';

const root = path.resolve(import.meta.dirname, '..', '..');
const file = path.join(root, 'modules', 'resource-index-for-lazy-loading.ts');

/** Everything that decides the index. */
const isDeclaration = (id: string) => /\/(kernel|contract)\/|\/registry\.ts$/.test(id);

interface EvaluatedIndex {
  readonly resourceIndex: ResourceIndex;
  readonly modulesOfParentRows: typeof modulesOfParentRows;
}

let evaluated: Promise<EvaluatedIndex> | undefined;

/** {@link evaluate}, once until a declaration changes. */
export function evaluateIndex(): Promise<EvaluatedIndex> {
  evaluated ??= evaluate();
  return evaluated;
}

/**
 * The index of resources as it is now, from all declarations, and the function that reads it. The configuration of Vite
 * must not import the kernel itself: Vite would start again with every change of it and drop open connections.
 */
async function evaluate(): Promise<EvaluatedIndex> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: {
      contents: `export * from './modules/resource-index-for-lazy-loading.ts';
        export { modulesOfParentRows } from './kernel/module/resource-index-for-lazy-loading.ts';`,
      resolveDir: root,
    },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    plugins: [foreignModulesOfServer],
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)) as EvaluatedIndex;
}

/** Replaces `modules/resource-index-for-lazy-loading.ts` by its value, so that pages carry the index without the declarations. */
export function evaluateResourceIndex(): Plugin {
  return {
    name: 'evaluate-resource-index',
    enforce: 'pre',
    buildStart() {
      evaluated = undefined;
    },
    async load(id) {
      if (id !== file) return undefined;
      return `export const resourceIndex = ${JSON.stringify((await evaluateIndex()).resourceIndex)};`;
    },
    /** In development the page reloads after a change of a declaration, and then needs the new index. */
    hotUpdate({ file: changed }) {
      if (!isDeclaration(changed)) return;
      evaluated = undefined;
      const index = this.environment.moduleGraph.getModuleById(file);
      if (index) this.environment.moduleGraph.invalidateModule(index);
    },
  };
}
