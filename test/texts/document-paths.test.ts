import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';

const rooms = 'apps bench data/reference deploy docs e2e kernel migrations modules scripts server test web'.split(' ');
const filesIn = (folder: string, recursive: boolean) =>
  fs
    .readdirSync(path.join(packageRoot, folder), { recursive, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(packageRoot, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));

/** Files of the repository, without those that are installed, built or stored beside it. */
const files = [...filesIn('.', false), ...filesIn('data', false), ...rooms.flatMap((room) => filesIn(room, true))];

/**
 * Files and folders, each by its whole path and by every end of it: `command-palette.tsx`,
 * `command-palette/command-palette.tsx`.
 */
const named = new Set(
  files.flatMap((file) => {
    const parts = file.split('/');
    return parts.flatMap((_, end) =>
      Array.from({ length: end + 1 }, (__, from) => parts.slice(from, end + 1).join('/')),
    );
  }),
);

/**
 * What a document names in backticks or in an `import()`, if it is the path of a source or a folder of one. Patterns,
 * such as `test/*.ts`, are no paths.
 */
const quotedPath =
  /`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mts|mjs|css|sql|md|ya?ml|sh)|(?:kernel|server|web|modules|apps|scripts|test|e2e|docs|deploy|migrations|data|bench)\/[\w./-]+)`|\bimport\('(?:\.{1,2}\/)+([\w./-]+\.tsx?)'\)/g;

/** Names of files in a comment of a source. */
const namedFile = /(?<![\w/.*#{}$-])(?:\.{1,2}\/)*((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs|sql|md))(?![\w?]|\.\w)/g;
/** A line of a comment, or the comment at the end of a line. */
const comment = /^\s*(?:\/[/*]|\*).*|\s\/\/\s.*/;

/** Files that a reader of the example creates, and those that the build writes. */
const made: ReadonlySet<string> = new Set([
  'modules/enterprise/contract/insurance.ts',
  'modules/enterprise/contract/cover.ts',
  'modules/enterprise/server/insurance-subscribers.ts',
  'dist/server.mjs',
  'xingjian-verify.mjs',
]);

test('every path that a document names exists', () => {
  const missing = files
    .filter((file) => file.endsWith('.md') && !file.startsWith('docs/reference/'))
    .flatMap((file) =>
      fs
        .readFileSync(path.join(packageRoot, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          [...line.matchAll(quotedPath)]
            .map(([, quoted, imported]) => (quoted ?? imported ?? '').replace(/\/$/, ''))
            .filter((name) => !named.has(name) && !made.has(name))
            .map((name) => `${file}:${index + 1}: ${name}`),
        ),
    );
  expect(missing).toEqual([]);
});

test('every file that a comment of a source names exists', () => {
  const missing = files
    .filter((file) => /\.(?:tsx?|mjs|js|css)$/.test(file))
    .flatMap((file) =>
      fs
        .readFileSync(path.join(packageRoot, file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          [...(comment.exec(line)?.[0] ?? '').matchAll(namedFile)]
            .map(([, name = '']) => name)
            .filter((name) => !named.has(name) && !made.has(name))
            .map((name) => `${file}:${index + 1}: ${name}`),
        ),
    );
  expect(missing).toEqual([]);
});
