import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#server/package-root.ts';

/** A file past this is two rooms. */
const most = 400;
/** Tests say many things one after another and may be longer. */
const mostOfTests = 600;

test('no source and no style sheet is longer than one can keep in mind', () => {
  const long = ['kernel', 'server', 'web', 'modules', 'apps', 'scripts', 'test', 'e2e', 'bench']
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
