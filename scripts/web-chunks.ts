import path from 'node:path';

/** What the bundler tells about a module. */
interface Modules {
  getModuleInfo: (id: string) => { importedIds: string[]; code: string | null } | null;
}

const root = path.resolve(import.meta.dirname, '..');
const own = (file: string): string => path.join(root, file);

/** Loaded together by every signed-in page. */
const officeRoots = [
  'web/shell/office.tsx',
  'web/shell/office-parts.ts',
  'web/shell/fetch-ahead.ts',
  'web/shell/workbench.tsx',
  'modules/registry.ts',
  'modules/web.ts',
].map(own);

/** The public registration and what its steps load. */
const registerRoots = ['modules/enterprise/web/register.tsx', 'modules/enterprise/web/application.tsx'].map(own);

/** Packages whose index names everything they have: only what is imported by name is followed. */
const indexes = [
  {
    index: /\/node_modules\/antd\/es\/index\.js$/,
    from: /import\s*\{([^}]*)\}\s*from\s*["']antd["']/g,
    fileOf: (name: string) => own(`node_modules/antd/es/${kebab(name)}/index.js`),
  },
  {
    index: /\/node_modules\/@ant-design\/icons\/es\/(icons\/)?index\.js$/,
    from: /import\s*\{([^}]*)\}\s*from\s*["']@ant-design\/icons["']/g,
    fileOf: (name: string) => own(`node_modules/@ant-design/icons/es/icons/${name}.js`),
  },
] as const;

const kebab = (name: string): string => name.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase();

/** Every module that the given ones need at once, as far as it is used. */
function closure(modules: Modules, roots: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const waiting = [...roots];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    const known = modules.getModuleInfo(id);
    if (!known) continue;
    seen.add(id);
    waiting.push(...known.importedIds.filter((one) => !indexes.some(({ index }) => index.test(one))));
    for (const { from, fileOf } of indexes) {
      for (const [, names = ''] of known.code?.matchAll(from) ?? []) {
        for (const name of names.split(',')) {
          const word = name.trim().split(/\s+as\s+/)[0];
          if (word) waiting.push(fileOf(word));
        }
      }
    }
  }
  return seen;
}

let sets: { office: ReadonlySet<string>; register: ReadonlySet<string> } | undefined;

/**
 * The chunk of a module. Left alone, the bundler cuts the code wherever two screens share a piece, into some sixty files
 * for one list page. Instead: `kit` is what registration and the signed-in pages share, `office` what only the latter
 * need; both are closed under import, so no circle of chunks can arise. What is loaded later stays as it is cut.
 */
export function chunkOf(id: string, modules: Modules): string | null {
  sets ??= { office: closure(modules, officeRoots), register: closure(modules, registerRoots) };
  if (!sets.office.has(id)) return null;
  return sets.register.has(id) ? 'kit' : 'office';
}
