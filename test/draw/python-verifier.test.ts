import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import type { DrawRecord } from '#kernel/random-draw/draw-record-types.ts';

const here = path.join(packageRoot, 'test/draw');
const golden = path.join(here, 'golden-draw.json');
const goldenOfExperts = path.join(here, 'golden-draw-of-experts.json');
const verify = (file: string) => spawnSync('python3', [path.join(here, 'verify_draw.py'), file], { encoding: 'utf8' });

const hasPython = spawnSync('python3', ['-c', "import hashlib; hashlib.new('sm3')"]).status === 0;

test.runIf(hasPython)('the second implementation agrees on the golden draws and finds a changed one', () => {
  expect(verify(golden)).toMatchObject({ status: 0, stdout: expect.stringContaining('ok     pairs') });
  expect(verify(goldenOfExperts)).toMatchObject({ status: 0, stdout: expect.stringContaining('ok     pairs') });
  const record = JSON.parse(fs.readFileSync(golden, 'utf8')) as DrawRecord;
  const changed = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'draw-')), 'changed.json');
  fs.writeFileSync(changed, JSON.stringify({ ...record, seeds: { ...record.seeds, witnesses: ['1', '2'] } }));
  expect(verify(changed)).toMatchObject({ status: 1, stdout: expect.stringContaining('FAILED drawn') });
});
