import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { sweepHourly, TemporaryFolder } from '#server/files/storage/temporary-folder-with-hourly-cleanup.ts';
import { createLog } from '#server/log.ts';
import { bundleProgram } from '../../../test/support/bundle-program.ts';

const HOUR = 3_600_000;
let folder: string;
beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'xingjian-temporary-'));
});
afterEach(() => fs.rm(folder, { recursive: true, force: true }));

const left = async () => (await fs.readdir(folder)).sort();
const age = (file: string, hours: number) => {
  const then = new Date(Date.now() - hours * HOUR);
  return fs.utimes(file, then, then);
};

test('a file of this process stays until it is removed or its age is over', async () => {
  const temporary = new TemporaryFolder(folder, { age: HOUR });
  const [one, two] = [await temporary.create('.csv'), await temporary.create()];
  for (const file of [one, two]) await fs.writeFile(file.path, 'x');
  expect(await temporary.sweep()).toBe(0);
  await one.remove();
  await one.remove();
  expect(await left()).toEqual([two.name]);
  await age(two.path, 2);
  expect(await temporary.sweep()).toBe(1);
  expect(await left()).toEqual([]);
});

test('files of a killed process are removed at the next start, unless they are needed', async () => {
  const code = `
    import fs from 'node:fs';
    import { TemporaryFolder } from '#server/files/storage/temporary-folder-with-hourly-cleanup.ts';
    const temporary = new TemporaryFolder(${JSON.stringify(folder)}, { age: 3600000 });
    for (const content of ['waited for', 'orphan']) {
      const file = await temporary.create();
      fs.writeFileSync(file.path, content);
      if (content === 'orphan') fs.writeFileSync(file.path + '-plain', content);
    }
    console.log('written');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, [bundleProgram({ name: 'held-files', code })], {
    cwd: packageRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  const temporary = new TemporaryFolder(folder, {
    age: 24 * HOUR,
    needed: async (names) => {
      const contents = await Promise.all(
        names.map(async (name) => [name, await fs.readFile(temporary.at(name).path, 'utf8')] as const),
      );
      return new Set(contents.filter(([, content]) => content === 'waited for').map(([name]) => name));
    },
  });
  expect(await temporary.sweep()).toBe(0);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const stop = await sweepHourly([temporary], createLog({ level: 'silent' }));
  stop();
  const stayed = await left();
  expect(stayed).toHaveLength(1);
  expect(await fs.readFile(path.join(folder, stayed[0] as string), 'utf8')).toBe('waited for');
});

test('in a container the successor has the same process id: older files are not its own', async () => {
  const temporary = new TemporaryFolder(folder, { age: 1000 * HOUR });
  const file = await temporary.create();
  await fs.writeFile(file.path, 'x');
  await age(file.path, 500);
  expect(await temporary.sweep()).toBe(1);
});

test('files of other hosts, and those without an owner, stay until their age is exceeded', async () => {
  const temporary = new TemporaryFolder(folder, { age: HOUR });
  const foreign = `00000000-1-${'a'.repeat(32)}`;
  for (const name of [foreign, 'b'.repeat(32)]) await fs.writeFile(path.join(folder, name), 'x');
  expect(await temporary.sweep()).toBe(0);
  for (const name of [foreign, 'b'.repeat(32)]) await age(path.join(folder, name), 2);
  expect(await temporary.sweep()).toBe(2);
});

test('no name leads out of the folder', () => {
  const temporary = new TemporaryFolder(folder, { age: HOUR });
  expect(temporary.at('../../etc/passwd').path).toBe(path.join(folder, 'passwd'));
  for (const name of ['..', '', '/', '.hidden']) expect(() => temporary.at(name)).toThrow(RangeError);
});
