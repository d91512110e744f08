import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';

/** A file with more lines should be two files. */
const most = 400;
/** Tests are long sequences of simple steps and may be longer. */
const mostOfTests = 600;

test('no source file and no style sheet is too long', () => {
  const long = ['kernel', 'data', 'server', 'web', 'modules', 'apps', 'scripts', 'test', 'e2e', 'bench']
    .flatMap((room) =>
      fs
        .readdirSync(path.join(packageRoot, room), { recursive: true, encoding: 'utf8' })
        .map((file) => `${room}/${file}`.replaceAll(path.sep, '/')),
    )
    .filter((file) => /\.(?:tsx?|mjs|js|css)$/.test(file))
    .flatMap((file) => {
      const lines = fs.readFileSync(path.join(packageRoot, file), 'utf8').split('\n').length - 1;
      const limit = /\.test\.|\.e2e\.|(?:^|\/)test\//.test(file) ? mostOfTests : most;
      return lines > limit ? [`${file}: ${lines} lines, at most ${limit}`] : [];
    });
  expect(long).toEqual([]);
});

/** A folder with more files is hard to look over: they are grouped into folders by purpose. */
const maxFiles = 25;

const foldersToLookOver = ['kernel', 'data', 'server', 'web', 'modules', 'apps', 'scripts', 'test', 'e2e', 'bench'];

test('no folder has too many files', () => {
  const counts = new Map<string, number>();
  const entries = foldersToLookOver.flatMap((room) =>
    fs
      .readdirSync(path.join(packageRoot, room), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|js|css)$/.test(entry.name))
      .map((entry) => path.relative(packageRoot, entry.parentPath).replaceAll(path.sep, '/')),
  );
  for (const folder of entries) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  const large = [...counts].filter(([, count]) => count > maxFiles).map(([folder, count]) => `${folder}: ${count}`);
  expect(large).toEqual([]);
});

/**
 * A function with more lines than `.oxlintrc.json` says does more than one thing. The linter counts them, as it parses all
 * files anyway; here is tested that it finds every sort of function, in every room, and none of a test.
 */
test('the linter finds functions that are too long', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'long-functions-'));
  const lines = (of: number) => '\n'.repeat(of - 1);
  const code = `function a() {${lines(81)}}
  const b = () => {${lines(81)}};
  class C { d() {${lines(81)}} }
  const e = { f() {${lines(81)}}, g: () => {${lines(81)}} };
  export default function h() {\nreturn <p onClick={() => {${lines(81)}}} />;\n}
  run(function () {${lines(81)}});
  (() => {${lines(81)}})();
  function short() {${lines(80)}}`;
  const places = ['kernel/a', 'data/a', 'server/deep/a', 'web/a', 'modules/travel/web/a', 'apps/a'];
  try {
    fs.copyFileSync(path.join(packageRoot, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
    for (const place of [...places, 'modules/travel/test/a', 'web/a.test', 'scripts/a']) {
      fs.mkdirSync(path.join(folder, path.dirname(place)), { recursive: true });
      fs.writeFileSync(path.join(folder, `${place}.tsx`), code);
    }
    const linter = path.join(packageRoot, 'node_modules', '.bin', 'oxlint');
    const { stdout } = spawnSync(linter, ['--format', 'json'], { cwd: folder, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { filename: string }[] };
    const found = diagnostics.map(({ filename }) => filename.replace(/\.tsx$/, '')).toSorted();
    expect(found).toEqual(places.flatMap((place) => Array<string>(9).fill(place)).toSorted());
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
