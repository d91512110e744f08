import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import type { DrawRecord } from '#kernel/random-draw/draw-record-types.ts';
import { buildVerifier } from '../../scripts/build-verifier.mjs';
import { readGolden } from '../evidence/golden.ts';

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
  const other = verify({ ...record, objects: [{ ...first, risk: 'A' }, ...objects.slice(1)] });
  expect(other.failed).toContain('objects');
  // in words, in both languages
  expect(other.stdout).toMatch(
    /FAIL objects {2}检查对象名单 List of objects\n.*名单被改动.*\n.*was changed after the commitment/,
  );
  expect(verify({ ...record, commitment: { ...commitment, draw_at: commitment.published_at } }).failed).toEqual([
    'times',
  ]);
  expect(verify({ ...record, results: results.slice(1) })).toMatchObject({ status: 1, failed: ['drawn', 'pairs'] });
  for (const wrong of ['{', '[]', { commitment: {} }, { ...record, seeds: null }])
    expect(verify(wrong)).toMatchObject({ status: 1, stderr: '', failed: [] });
  expect(spawnSync(process.execPath, [verifier]).status).toBe(1);
});

describe('an export of evidence', () => {
  const { export: evidence, files } = readGolden();
  /** Writes the files of the export anew, with changes, and verifies it. */
  function verifyEvidence(changed: object, without: Readonly<Record<string, string | null>> = {}, keys?: unknown) {
    const apart = fs.mkdtempSync(path.join(folder, 'evidence-'));
    fs.writeFileSync(path.join(apart, 'entries.json'), JSON.stringify({ ...evidence, ...changed }));
    for (const [name, content] of Object.entries({ ...files, ...without })) {
      if (content === null) continue;
      fs.mkdirSync(path.dirname(path.join(apart, name)), { recursive: true });
      fs.writeFileSync(path.join(apart, name), Buffer.from(content, 'base64'));
    }
    if (keys) fs.writeFileSync(path.join(apart, 'keys.json'), JSON.stringify(keys));
    const args = [verifier, 'entries.json', ...(keys ? ['keys.json'] : [])];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: apart, encoding: 'utf8' });
    return { status, stderr, failed: [...stdout.matchAll(/^FAIL (.+)$/gm)].map(([, found]) => found), stdout };
  }
  const [stream = '', chain = []] = Object.entries(evidence.streams)[0] ?? [];

  test('is verified with its files, its signatures and the published keys', () => {
    expect(verifyEvidence({})).toMatchObject({ status: 0, stderr: '', failed: [] });
    expect(verifyEvidence({}).stdout).toContain('ed25519, sm2');
    const published = { code: 1, data: { list: evidence.keys } };
    expect(verifyEvidence({}, {}, published)).toMatchObject({ status: 0, failed: [] });
  });

  test('names the entry that was changed, what is missing, and a key that is not published', () => {
    const changed = chain.map((one) => (one.seq === 2 ? { ...one, actor: 'admin:99' } : one));
    expect(verifyEvidence({ streams: { ...evidence.streams, [stream]: changed } })).toMatchObject({
      status: 1,
      failed: expect.arrayContaining([`entry ${stream} 2 entry`]) as string[],
    });
    const short = verifyEvidence({ streams: { ...evidence.streams, [stream]: chain.slice(0, -3) } });
    expect(short.failed.join()).toContain(`missing_at_end ${stream}`);
    expect(short.stdout).toContain(`证据链 ${stream} 末尾缺少第`);
    expect(short.stdout).toContain(`The end of chain ${stream} is missing`);
    const [name = ''] = Object.keys(files);
    expect(verifyEvidence({}, { [name]: null }).failed.join()).toContain('missing_file');
    expect(verifyEvidence({}, { [name]: 'AAAA' }).failed.join()).toContain('changed_file');
    expect(verifyEvidence({}, {}, []).failed.join()).toContain('unknown_key');
    expect(verifyEvidence({ streams: 7 })).toMatchObject({ status: 1, stderr: '' });
  });
});
