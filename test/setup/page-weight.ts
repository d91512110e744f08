import fs from 'node:fs';
import path from 'node:path';

const kilo = 1024;

/**
 * Maximum KB of compressed JavaScript in the files that index.html names. The bench measures whole pages (sign-in at
 * most 95 KB, a list at most 360); a page also loads a few small parts, which only the bench counts.
 */
const most = {
  // The headers of its answers are another 2.2, and the names of parts in it change by some 40 bytes with every build.
  start: 93.3,
  // The figures below a list are loaded after its rows and are not included, nor are the declarations of modules, which
  // an address loads as far as it needs them. A new resource adds its name here: some 20 bytes.
  office: 281.6,
} as const;

/**
 * Maximum KB of compressed JavaScript of the page of complaints, all of it: a tourist opens it on a phone over a weak line.
 * What it imports when something is pressed (map, camera, uploads) is not included.
 */
const mostOfComplaintPage = 60;

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
  for (const set of ['start', 'office'] as const) requireWeight(folder, set, { files: named[set], limit: most[set] });
  const files = scriptsOfComplaintPage(fs.readFileSync(path.join(folder, 'light.html'), 'utf8'));
  requireWeight(folder, 'complaint page', { files, limit: mostOfComplaintPage });
}

interface Weighed {
  /** Paths in the folder of the build. */
  readonly files: readonly string[];
  /** KB. */
  readonly limit: number;
}

/** What is sent of a file: the smallest ones are not compressed. */
const sentBytes = (file: string): number =>
  (fs.statSync(`${file}.br`, { throwIfNoEntry: false }) ?? fs.statSync(file)).size;

function requireWeight(folder: string, name: string, { files, limit }: Weighed): void {
  const sizes = files.map((file) => sentBytes(path.join(folder, file)));
  const weight = sizes.reduce((sum, size) => sum + size, 0) / kilo;
  if (weight <= limit) return;
  const parts = files.map((file, at) => `${file} ${((sizes[at] ?? 0) / kilo).toFixed(1)}`);
  throw new Error(
    `the scripts of "${name}" weigh ${weight.toFixed(1)} KB compressed, at most ${limit} KB: ` +
      `${parts.join(', ')} (test/setup/page-weight.ts)`,
  );
}

/** What `light.html` loads at once, and the scripts of the page that it names for early.js. */
function scriptsOfComplaintPage(document: string): readonly string[] {
  const start = [...document.matchAll(/<script(?! nomodule)[^>]* src="([^"]+\.js)"/g)].map(([, file = '']) => file);
  const also = [...document.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+\.js)"/g)].map(
    ([, file = '']) => file,
  );
  const page =
    /[" ]complaint:([^" ]+)/
      .exec(document)?.[1]
      ?.split(',')
      .filter((file) => file.endsWith('.js')) ?? [];
  if (start.length < 2 || page.length === 0) throw new Error('light.html names no scripts to weigh');
  return [...new Set([...start, ...also, ...page])];
}
