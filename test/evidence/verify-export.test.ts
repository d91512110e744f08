import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { verifyEvidenceExport } from '#kernel/evidence-chain/verify-evidence-export.ts';
import { goldenFile, readGolden, verdictOf } from './golden.ts';
import { hashesOf, makeSampleExport, nodeTools, sampleFiles } from './sample-export.ts';

const golden = readGolden();
const hasPython = spawnSync('python3', ['-c', "import hashlib; hashlib.new('sm3')"]).status === 0;

describe('the verdict on an export', () => {
  test.each(golden.cases)('$name', async ({ verdict, ...one }) => {
    expect(await verdictOf(golden, one)).toEqual(verdict);
  });

  test.runIf(hasPython)('is that of the second implementation', () => {
    const script = path.join(packageRoot, 'test/evidence/verify_evidence.py');
    const { status, stdout } = spawnSync('python3', [script, '--golden', goldenFile], { encoding: 'utf8' });
    expect(stdout.match(/^agrees /gm)).toHaveLength(golden.cases.length);
    expect(status).toBe(0);
  });

  test('is intact for what was made just now, and unproven where no signature can be checked', async () => {
    const evidence = makeSampleExport();
    const contents = new Map([...sampleFiles].map(([name, content]) => [name, hashesOf(content)]));
    expect(await verifyEvidenceExport(nodeTools, evidence, contents, evidence.keys)).toMatchObject({
      state: 'intact',
      entries: 7,
    });
    const unable = { ...nodeTools, verify: () => 'unable' as const };
    expect(await verifyEvidenceExport(unable, evidence, contents)).toMatchObject({
      state: 'unproven',
      unproven: 7,
      findings: [],
    });
    const onlySm2: typeof nodeTools = {
      ...nodeTools,
      verify: (of, ...given) => of === 'sm2' && nodeTools.verify(of, ...given),
    };
    const half: typeof nodeTools = {
      ...nodeTools,
      verify: (of, ...given) => (of === 'sm2' ? nodeTools.verify(of, ...given) : 'unable'),
    };
    expect(await verifyEvidenceExport(half, evidence, contents)).toMatchObject({ state: 'intact', seen: ['sm2'] });
    expect(await verifyEvidenceExport(onlySm2, evidence, contents)).toMatchObject({ state: 'broken' });
  });

  test('is a wrong format for anything else', async () => {
    for (const other of [{}, { format: 'xingjian-evidence/1', keys: 3 }, { ...golden.export, proofs: [null] }])
      expect((await verifyEvidenceExport(nodeTools, other as never, new Map())).findings).toEqual([{ kind: 'format' }]);
  });
});
