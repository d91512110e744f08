import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, it } from 'vitest';
import { bundleProgram } from '../support/bundle-program.ts';
import { onceInRun } from '../support/once-in-run.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'once-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

it('does work once for each version, and again where it failed', () => {
  const marker = path.join(folder, 'plain');
  const done: string[] = [];
  const work = (version: string) => onceInRun(marker, version, () => void done.push(version));
  work('one');
  work('one');
  work('two');
  expect(done).toEqual(['one', 'two']);
  const failing = () =>
    onceInRun(path.join(folder, 'failed'), 'one', () => {
      throw new Error('no space');
    });
  expect(failing).toThrow('no space');
  onceInRun(path.join(folder, 'failed'), 'one', () => void done.push('after all'));
  expect(done.at(-1)).toBe('after all');
});

it('lets several threads wait for the first', async () => {
  const code = `import fs from 'node:fs';
    import { workerData } from 'node:worker_threads';
    import { onceInRun } from './test/support/once-in-run.ts';
    onceInRun(workerData.marker, 'one', () => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      fs.appendFileSync(workerData.log, 'once');
    });
    if (fs.readFileSync(workerData.log, 'utf8') !== 'once') throw new Error('it was not waited for');`;
  const file = bundleProgram({ name: 'threads-that-wait', code });
  const workerData = { marker: path.join(folder, 'threads'), log: path.join(folder, 'log') };
  const ends = [1, 2, 3].map(
    () =>
      new Promise((resolve, reject) => {
        new Worker(file, { workerData, execArgv: [] }).on('error', reject).on('exit', resolve);
      }),
  );
  expect(await Promise.all(ends)).toEqual([0, 0, 0]);
});
