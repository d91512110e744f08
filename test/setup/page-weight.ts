import fs from 'node:fs';
import path from 'node:path';

const kilo = 1024;

/**
 * Maximum KB of compressed JavaScript in the files that index.html names. The bench measures whole pages (sign-in at
 * most 95 KB, a list at most 360); a page also loads a few small parts, which only the bench counts.
 */
const most = {
  // The headers of its answers are another 2.2, and the names of parts in it change by some 40 bytes with every build.
  start: 93,
  // The figures below a list are loaded after its rows and are not included, nor are the declarations of modules, which
  // an address loads as far as it needs them. A new resource adds its name here: some 20 bytes.
  office: 279.2,
} as const;

/** The files that the built page names: for everybody, and with those that every signed-in page needs. */
function namedScripts(index: string): Readonly<Record<keyof typeof most, readonly string[]>> {
  const start = [...index.matchAll(/<script(?! nomodule)[^>]* src="([^"]+\.js)"/g)].map(([, file = '']) => file);
  const ahead = /data-office="([^"]+)"/.exec(index)?.[1]?.split(' ') ?? [];
  if (start.length < 2 || ahead.length === 0) throw new Error('index.html names no scripts to weigh');
  return { start, office: [...start, ...ahead] };
}

/** Fails when the first pages of a build exceed their limits. */
export function weighFirstPages(folder: string): void {
  const named = namedScripts(fs.readFileSync(path.join(folder, 'index.html'), 'utf8'));
  for (const set of ['start', 'office'] as const) {
    const bytes = named[set].reduce((sum, file) => sum + fs.statSync(path.join(folder, `${file}.br`)).size, 0);
    if (bytes > most[set] * kilo) {
      throw new Error(
        `the scripts of "${set}" weigh ${(bytes / kilo).toFixed(1)} KB compressed, at most ${most[set]} KB: ` +
          `${named[set].join(', ')} (test/setup/page-weight.ts)`,
      );
    }
  }
}
