import fs from 'node:fs';
import path from 'node:path';

const kilo = 1024;

/**
 * Most KB of compressed JavaScript in the files index.html names. The bench measures whole pages (sign-in at most 95 KB,
 * a list at most 360); a page also loads a few small parts, which this leaves to the bench.
 */
const most = {
  // The heads of its answers come to another 2.2.
  start: 92.7,
  // The numbers below a list come behind its rows, and are not in it. It is only ever lowered.
  office: 330,
} as const;

/** What the built page names: for everybody, and with what every signed-in page needs besides. */
function namedScripts(index: string): Readonly<Record<keyof typeof most, readonly string[]>> {
  const start = [...index.matchAll(/<script(?! nomodule)[^>]* src="([^"]+\.js)"/g)].map(([, file = '']) => file);
  const ahead = /data-office="([^"]+)"/.exec(index)?.[1]?.split(' ') ?? [];
  if (start.length < 2 || ahead.length === 0) throw new Error('index.html names no scripts to weigh');
  return { start, office: [...start, ...ahead] };
}

/** Fails when the first pages of a build have become heavier than they may be. */
export function weighFirstPages(folder: string): void {
  const named = namedScripts(fs.readFileSync(path.join(folder, 'index.html'), 'utf8'));
  for (const set of ['start', 'office'] as const) {
    const bytes = named[set].reduce((sum, file) => sum + fs.statSync(path.join(folder, `${file}.br`)).size, 0);
    if (bytes > most[set] * kilo) {
      const report =
        `the scripts of "${set}" weigh ${(bytes / kilo).toFixed(1)} KB compressed, at most ${most[set]} KB: ` +
        `${named[set].join(', ')} (test/setup/page-weight.ts)`;
      // the runner fails to print what a set-up throws
      process.stderr.write(`\n${report}\n`);
      throw new Error(report);
    }
  }
}
