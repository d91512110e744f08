import path from 'node:path';
import { type Modules, usedImports } from './used-imports.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const own = (file: string): string => path.join(root, file);

/** Loaded together by every signed-in page. */
const officeRoots = [
  'web/shell/app-shell.tsx',
  'web/shell/module/load-module-parts.ts',
  'web/shell/route/prefetch-list.ts',
  'modules/declarations.ts',
  'modules/web.ts',
].map(own);

/** The declarations of a module, which its other files and other modules import too. */
const declarationsOf = /\/modules\/([^/]+)\/contract\//;

/** The public registration and what its steps load. */
const registerRoots = [
  'modules/enterprise/web/registration/register-page.tsx',
  'modules/enterprise/web/registration/registration-flow.tsx',
].map(own);

/** Every module that the given ones need at once, as far as it is used. */
function closure(modules: Modules, roots: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [...roots];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    waiting.push(...usedImports(id, modules));
  }
  return seen;
}

/** Characters of code up to which a file of its own costs less than the declarations of its module. */
const shortCode = 800;

/**
 * Whether a file only names something, such as a public page, for other files than declarations: a page that links to it
 * must not load the declarations of its module. All of them are one chunk: the entry names every chunk that public pages need.
 */
function isNameForOthers(id: string, modules: Modules): boolean {
  const { importedIds = [], importers = [], code = '' } = modules.getModuleInfo(id) ?? {};
  const isName = (code ?? '').length < shortCode && importedIds.every((one) => one.includes('/kernel/text/'));
  return isName && importers.some((one) => !declarationsOf.test(one));
}

interface Sets {
  readonly office: ReadonlySet<string>;
  readonly register: ReadonlySet<string>;
  /** All that the declarations of all modules need. */
  readonly declared: ReadonlySet<string>;
}

let sets: Sets | undefined;

function findSets(modules: Modules): Sets {
  const declarations = modules.getModuleInfo(own('modules/declarations.ts'))?.dynamicallyImportedIds ?? [];
  return {
    office: closure(modules, officeRoots),
    register: closure(modules, registerRoots),
    declared: closure(modules, declarations),
  };
}

/**
 * The chunk of a module. Left alone, the bundler cuts the code wherever two screens share a piece, into some sixty files
 * for one list page. Instead: `kit` is what registration and the signed-in pages share, `office` what only the latter
 * need; both are closed under import, so no circle of chunks can arise. Their style is one sheet, `shell`. The declarations
 * of a module are one chunk, and what they need of the kernel is part of the first two. What is loaded later stays as it
 * is cut.
 */
export function chunkOf(id: string, modules: Modules): string | null {
  sets ??= findSets(modules);
  if (!sets.office.has(id)) {
    if (!sets.declared.has(id)) return null;
    const module = declarationsOf.exec(id)?.[1];
    if (module) return isNameForOthers(id, modules) ? 'names' : `${module}-declarations`;
  }
  if (id.endsWith('.css')) return 'shell';
  return sets.register.has(id) ? 'kit' : 'office';
}
