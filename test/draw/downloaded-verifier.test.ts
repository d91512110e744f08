import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import type { DrawRecord } from '#kernel/draw/draw-record.ts';
import { buildVerifier } from '../../scripts/build-verifier.mjs';

const golden = path.join(packageRoot, 'test/draw/golden-draw.json');
const record = JSON.parse(fs.readFileSync(golden, 'utf8')) as DrawRecord;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verifier-'));
const verifier = path.join(folder, 'xingjian-verify.mjs');

beforeAll(() => buildVerifier(verifier));

/** Runs the verifier where no package can be found. */
function verify(content: unknown) {
  const file = path.join(folder, 'record.json');
  fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  const { status, stdout, stderr } = spawnSync(process.execPath, [verifier, file], { cwd: folder, encoding: 'utf8' });
  return { status, stderr, failed: [...stdout.matchAll(/^FAIL (\w+)/gm)].map(([, check]) => check), stdout };
}

test('the file that citizens download verifies the golden draw by itself', () => {
  expect(verify(record)).toMatchObject({ status: 0, stderr: '', failed: [] });
  expect(fs.readFileSync(verifier, 'utf8')).not.toMatch(/from "(?!node:)/);
});

test('it finds what was changed, and refuses what is no record', () => {
  const { commitment, seeds, results, objects } = record;
  const [first] = objects;
  expect(verify({ ...record, seeds: { ...seeds, witnesses: ['1', '2'] } })).toMatchObject({
    status: 1,
    failed: ['drawn', 'pairs'],
  });
  expect(verify({ ...record, objects: [{ ...first, risk: 'A' }, ...objects.slice(1)] }).failed).toContain('objects');
  expect(verify({ ...record, commitment: { ...commitment, draw_at: commitment.published_at } }).failed).toEqual([
    'times',
  ]);
  expect(verify({ ...record, results: results.slice(1) })).toMatchObject({ status: 1, failed: ['drawn', 'pairs'] });
  for (const wrong of ['{', '[]', { commitment: {} }, { ...record, seeds: null }])
    expect(verify(wrong)).toMatchObject({ status: 1, stderr: '', failed: [] });
  expect(spawnSync(process.execPath, [verifier]).status).toBe(1);
});
