import path from 'node:path';
import { type Modules, usedImports } from './used-imports.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const own = (file: string): string => path.join(root, file);

/** Loaded together by every signed-in page. */
const officeRoots = [
  'web/shell/app-shell.tsx',
  'web/shell/module/load-web-modules.ts',
  'web/shell/route/prefetch-list-or-record.ts',
  'modules/declarations.ts',
  'modules/web.ts',
].map(own);

/** The declarations of a module, which its other files and other modules import too. */
const declarationsOf = /\/modules\/([^/]+)\/contract\//;

/** The public registration and what its steps load. */
const registerRoots = [
  'modules/enterprise/web/registration/enterprise-registration-page.tsx',
  'modules/enterprise/web/registration/registration-wizard-claim-and-receipt-flow.tsx',
].map(own);

/** The page on which tourists complain, often over a weak line: what it shares with registration is a chunk of its own. */
const complaintPage = own('modules/complaint/web/public/file-and-follow-complaint-page.tsx');

/** The page of officers' phones. It shares a few small files with the office, for which it does not load a whole chunk. */
const fieldKitPage = own('modules/field-kit/web/field-kit-page.tsx');

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

interface Sets {
  readonly office: ReadonlySet<string>;
  readonly register: ReadonlySet<string>;
  /** What the page of complaints loads. */
  readonly complaint: ReadonlySet<string>;
  /** What officers' phones load. */
  readonly field: ReadonlySet<string>;
  /** All that the declarations of all modules need. */
  readonly declared: ReadonlySet<string>;
  /** All that public pages need. */
  readonly open: ReadonlySet<string>;
}

let sets: Sets | undefined;

/**
 * Whether a file of declarations only names something, such as a page or options, and public pages need it: they must
 * not load the declarations of its module. All such files are one chunk, because the entry names every file of these pages.
 */
function isNameForPublicPages(id: string, modules: Modules, { open }: Sets): boolean {
  return open.has(id) && (modules.getModuleInfo(id)?.importedIds ?? []).every((one) => one.includes('/kernel/text/'));
}

const publicPages = own('modules/public-pages.ts');
const unlistedPages = own('modules/unlisted-public-pages.ts');

function findSets(modules: Modules): Sets {
  const declarations = modules.getModuleInfo(own('modules/declarations.ts'))?.dynamicallyImportedIds ?? [];
  const lists = [publicPages, unlistedPages].flatMap((id) => modules.getModuleInfo(id)?.importedIds ?? []);
  const pages = lists.flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
  return {
    office: closure(modules, officeRoots),
    register: closure(modules, registerRoots),
    complaint: closure(modules, [complaintPage]),
    field: closure(modules, [fieldKitPage]),
    declared: closure(modules, declarations),
    open: closure(modules, [unlistedPages, ...pages]),
  };
}

/**
 * The chunk of a module. Left alone, the bundler cuts the code wherever two screens share a piece, into some sixty files
 * for one list page. Instead: `kit` is what registration and the signed-in pages share, `office` what only the latter
 * need, and `form` what the page of complaints shares with either, declarations of options included; all are closed under
 * import, so no circle of chunks can arise. Their style is one sheet, `shell`. The other declarations of a module are one
 * chunk, and what they need of the kernel is part of these three. What is loaded later stays as it is cut.
 */
export function chunkOf(id: string, modules: Modules): string | null {
  sets ??= findSets(modules);
  if (!sets.office.has(id)) {
    if (!sets.declared.has(id)) return null;
    const module = declarationsOf.exec(id)?.[1];
    if (module && isNameForPublicPages(id, modules, sets)) return 'names';
    if (sets.complaint.has(id)) return 'form';
    if (module) return `${module}-declarations`;
  }
  if (id.endsWith('.css')) return 'shell';
  if (sets.field.has(id)) return null;
  if (sets.complaint.has(id)) return 'form';
  return sets.register.has(id) ? 'kit' : 'office';
}
