import path from 'node:path';
import { type Modules, usedImports } from './used-imports.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const own = (file: string): string => path.join(root, file);

/** Loaded together by every signed-in page. */
const officeRoots = [
  'web/shell/app-shell.tsx',
  'web/shell/module/load-module-parts.ts',
  'web/shell/route/prefetch-list.ts',
  'modules/registry.ts',
  'modules/web.ts',
].map(own);

/** The public registration and what its steps load. */
const registerRoots = [
  'modules/enterprise/web/registration/register.tsx',
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

let sets: { office: ReadonlySet<string>; register: ReadonlySet<string> } | undefined;

/**
 * The chunk of a module. Left alone, the bundler cuts the code wherever two screens share a piece, into some sixty files
 * for one list page. Instead: `kit` is what registration and the signed-in pages share, `office` what only the latter
 * need; both are closed under import, so no circle of chunks can arise. Their style is one sheet, `shell`. What is loaded
 * later stays as it is cut.
 */
export function chunkOf(id: string, modules: Modules): string | null {
  sets ??= { office: closure(modules, officeRoots), register: closure(modules, registerRoots) };
  if (!sets.office.has(id)) return null;
  if (id.endsWith('.css')) return 'shell';
  return sets.register.has(id) ? 'kit' : 'office';
}
