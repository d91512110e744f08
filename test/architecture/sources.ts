import fs from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { packageRoot } from '#data/package-root.ts';

export interface Import {
  from: string;
  to: string;
  /** Erased at run time: counts for the direction of imports, not for circles. */
  typeOnly: boolean;
}

/** The sources of the product, without their tests. */
const ROOMS = ['kernel', 'data', 'server', 'web', 'modules', 'apps'];

/** `import … from '…'`, `export … from '…'`, `import '…'` and `import('…')`. */
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?([^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

const isTest = (file: string) => /\.test\.tsx?$|\/test\//.test(file);

export const files = ROOMS.flatMap((room) =>
  fs.existsSync(path.join(packageRoot, room))
    ? fs
        .readdirSync(path.join(packageRoot, room), { recursive: true, encoding: 'utf8' })
        .map((file) => `${room}/${file}`)
    : [],
)
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => /\.tsx?$/.test(file) && !isTest(file));

/** Files without their comments, as far as they were read. */
const withoutComments = new Map<string, string>();

export const imports = files.flatMap(readImports);

/** A node of a syntax tree (ESTree with TypeScript). */
export type SyntaxNode = Readonly<Record<string, unknown>>;

/** The syntax tree of TypeScript code, with JSX if the file name ends in x. */
export const parseSource = (file: string, code: string): unknown =>
  parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file);

/** The text of a file. */
export function readWhole(file: string): string {
  return fs.readFileSync(path.join(packageRoot, file), 'utf8');
}

/** A file without its comments. Each check reads nearly every file, and those of one worker share what they have read. */
export function readSource(file: string): string {
  let code = withoutComments.get(file);
  if (code === undefined) {
    code = readWhole(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    withoutComments.set(file, code);
  }
  return code;
}

function readImports(from: string): Import[] {
  const source = readSource(from);
  return [...source.matchAll(IMPORT)].flatMap(([, type, clause, specifier, dynamic]) => {
    const to = resolve(from, specifier ?? dynamic ?? '');
    return to ? [{ from, to, typeOnly: !!type || onlyTypes(clause ?? '') }] : [];
  });
}

/** `{ type A, type B } from`: with verbatim module syntax nothing of it is left but the bare import of the file. */
function onlyTypes(clause: string): boolean {
  const names = /^\{([^}]*)\}\s*from\s+$/
    .exec(clause.trimStart())?.[1]
    ?.split(',')
    .filter((name) => name.trim());
  return !!names && names.length > 0 && names.every((name) => /^\s*type\s/.test(name));
}

/** The file inside the project that an import names; undefined for packages. */
function resolve(from: string, specifier: string): string | undefined {
  const [bare = ''] = specifier.split('?');
  if (bare.startsWith('#')) return bare.slice(1);
  if (bare.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(from), bare));
  return undefined;
}
