import path from 'node:path';

/**
 * Short name of a module of ours that is imported dynamically. The first pages carry many of these names, so it is the
 * name of its file: `web/shell/app-shell.tsx` → `app-shell`, after the business module it belongs to, if any:
 * `modules/travel/web/on-the-road/guide-on-the-road-screen.tsx` → `travel/guide-on-the-road-screen`.
 */
export function moduleName(file: string): string {
  const [top, module, ...rest] = file.split('/');
  const name = path.posix.basename(file).replace(/\.tsx?$/, '');
  return top === 'modules' && rest.length > 0 ? `${module}/${name}` : name;
}

/** @throws Error when two modules have the same short name */
export function checkModuleNames(files: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const file of files) {
    const name = moduleName(file);
    const other = seen.get(name) ?? file;
    if (other !== file) throw new Error(`${file} and ${other} are both imported dynamically as “${name}”: rename one`);
    seen.set(name, file);
  }
}
