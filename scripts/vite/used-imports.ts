/** The bundler's information about modules. */
export interface Modules {
  getModuleInfo: (id: string) => {
    importedIds: readonly string[];
    dynamicallyImportedIds: readonly string[];
    code: string | null;
  } | null;
}

/**
 * Index files of component packages: they export everything the package has, of which little is used. An index with
 * side effects needs all its imports.
 */
const isIndex = (id: string, modules: Modules): boolean => isBare(id) || isNaming(id, modules);

/** Only re-exports; nothing of it remains in the build. */
const isBare = (id: string): boolean => /\/node_modules\/(antd|@ant-design\/icons)\/es\/(icons\/)?index\.js$/.test(id);

/** Its default export has a name of its own, which remains. */
const isNaming = (id: string, modules: Modules): boolean =>
  /\/node_modules\/@rc-component\/[\w-]+\/es\/index\.js$/.test(id) &&
  !/\bfunction\b|=>|\bReact\./.test(modules.getModuleInfo(id)?.code ?? '=>');

/** `import One, { two as three } from "where"` and `export { two } from "where"`. */
const clauses = /\b(?:import|export)\s+(?:(\w+)\s*,?\s*)?(?:\{([^}]*)\}\s*)?from\s*["']([^"']+)["']/g;

interface Named {
  /** Name in the exporting module. */
  readonly name: string;
  /** Local name. */
  readonly as: string;
  readonly from: string;
}

function readNames(code: string): Named[] {
  return [...code.matchAll(clauses)].flatMap(([, one, braces = '', from = '']) => [
    ...(one ? [{ name: 'default', as: one, from }] : []),
    ...braces.split(',').flatMap((clause) => {
      const [name, as = name] = clause.trim().split(/\s+as\s+/);
      return name && as ? [{ name, as, from }] : [];
    }),
  ]);
}

/** The module from which an index file re-exports a name; undefined if unknown. */
function sourceOf(name: string, index: string, modules: Modules): string | undefined {
  const { importedIds = [], code = null } = modules.getModuleInfo(index) ?? {};
  const local = name === 'default' ? (/\bexport default (\w+)/.exec(code ?? '')?.[1] ?? name) : name;
  const found = (from: string): string | undefined => {
    const end = from.replace(/^\.\//, '/').replace(/\.js$/, '');
    return importedIds.find((id) => id.endsWith(`${end}.js`) || id.endsWith(`${end}/index.js`));
  };
  const named = readNames(code ?? '').find((one) => one.as === local);
  if (named) return found(named.from);
  for (const [, from = ''] of (code ?? '').matchAll(/\bexport\s*\*\s*from\s*["']([^"']+)["']/g)) {
    const behind = found(from);
    const source = behind && sourceOf(name, behind, modules);
    if (source) return source;
  }
  return undefined;
}

/** The modules a module needs at once: through an index file only what it imports by name. */
export function usedImports(id: string, modules: Modules): readonly string[] {
  if (isIndex(id, modules)) return [];
  const { importedIds = [], code = null } = modules.getModuleInfo(id) ?? {};
  const names = readNames(code ?? '');
  return importedIds.flatMap((imported) => {
    if (!isIndex(imported, modules)) return [imported];
    const usedNames = names.filter(({ from }) => imported.includes(`/node_modules/${from}/es/`));
    if (usedNames.length === 0) return [imported, ...(modules.getModuleInfo(imported)?.importedIds ?? [])];
    const sources = usedNames.flatMap(({ name }) => sourceOf(name, imported, modules) ?? []);
    const isLeft = !isBare(imported) && usedNames.some(({ name }) => name === 'default');
    return isLeft ? [imported, ...sources] : sources;
  });
}
