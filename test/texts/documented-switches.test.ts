import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';

/** Variables of the system and of other programs, which their own documents describe. */
const foreign: ReadonlySet<string> = new Set(
  'PATH TMPDIR XDG_CACHE_HOME LOCALAPPDATA PROGRAMFILES NO_COLOR NODE_ENV VITEST_POOL_ID'.split(' '),
);

const read = (file: string): string => fs.readFileSync(path.join(packageRoot, file), 'utf8');

/** Environment variables that tests, benches, scripts and the product read, each with a file that does. */
const switches = new Map(
  ['test', 'e2e', 'bench', 'scripts', 'apps', 'modules', 'server', 'web', 'kernel', 'data']
    .flatMap((room) =>
      fs
        .readdirSync(path.join(packageRoot, room), { recursive: true, encoding: 'utf8' })
        .map((file) => `${room}/${file.replaceAll(path.sep, '/')}`),
    )
    .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file))
    .concat('vitest.config.ts')
    .flatMap((file) =>
      [...read(file).matchAll(/\bprocess\.env\.([A-Z][A-Z_]+)/g)].map(([, name = '']) => [name, file]),
    ),
);

test('every environment variable is described', () => {
  const described = read('CONTRIBUTING.md') + read('README.md');
  const missing = [...switches].filter(([name]) => !foreign.has(name) && !described.includes(`\`${name}\``));
  expect(missing.map(([name, file]) => `${name} (${file})`)).toEqual([]);
  expect(switches.has('TEST_LOG')).toBe(true);
});
