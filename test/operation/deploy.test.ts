import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { environmentVariables } from '#server/config.ts';

const read = (name: string) => fs.readFileSync(path.join(packageRoot, name), 'utf8');
const declared = new Set(environmentVariables.map(({ name }) => name));
const frugal = JSON.parse(read('scripts/memory-limits.json')) as {
  environment: Record<string, string>;
  flags: string[];
};
/** Variables that are not for the product but for the allocator, Node, the image of PostgreSQL or the proxy. */
const foreign = new Set([
  ...Object.keys(frugal.environment),
  'NODE_ENV',
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'POSTGRES_INITDB_ARGS',
  'SITE_ADDRESS',
  'APP_HOST',
  'APP_PORT',
]);
const files = fs.readdirSync(path.join(packageRoot, 'deploy')).map((name) => `deploy/${name}`);

test.each(files)('%s sets only variables that the product reads', (file) => {
  const lines = read(file)
    .split('\n')
    .filter((line) => !line.trim().startsWith('#'));
  const assigned = lines
    .filter((line) => /^(?:ENV|Environment=|\s{2,})/.test(line))
    .flatMap((line) => [...line.matchAll(/(?<![$\w{])([A-Z][A-Z_]{3,})(?==|:\s)/g)].map(([, name = '']) => name));
  const used = lines.flatMap((line) => [...line.matchAll(/\$\{([A-Z][A-Z_]+)/g)].map(([, name = '']) => name));
  expect([...assigned, ...used].filter((name) => !declared.has(name) && !foreign.has(name))).toEqual([]);
});

test('proxies in front of the product are declared as trusted, and ports match', () => {
  expect(read('deploy/compose.yaml')).toMatch(/TRUST_PROXY: 172\.30\.5\.0\/24[\s\S]*subnet: 172\.30\.5\.0\/24/);
  expect(read('deploy/xingjian@.service')).toContain('TRUST_PROXY=loopback');
  expect(read('deploy/Dockerfile')).toMatch(/PORT=8000[\s\S]*EXPOSE 8000/);
  expect(read('deploy/compose.yaml')).toContain('APP_PORT: 8000');
});

test('memory is limited as by `npm start`', () => {
  expect(read('scripts/start.mjs')).toContain('[...memoryLimits.flags, server,');
  for (const file of ['deploy/Dockerfile', 'deploy/xingjian@.service']) {
    for (const [name, value] of Object.entries(frugal.environment)) expect(read(file)).toContain(`${name}=${value}`);
    for (const flag of frugal.flags) expect(read(file)).toMatch(new RegExp(`node"?,? "?${flag}"?,? "?dist/server.mjs`));
  }
});

test('the files started by them exist', () => {
  for (const file of ['scripts/build.mjs', 'package-lock.json'])
    expect(fs.existsSync(path.join(packageRoot, file))).toBe(true);
});
