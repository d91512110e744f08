import fs from 'node:fs';
import path from 'node:path';
import type { EvidencePublicKeys } from '#kernel/evidence-chain/public-keys-and-signatures-of-merkle-roots.ts';
import type { EvidenceFinding } from '#kernel/evidence-chain/verify-evidence-export.ts';
import { isDrawRecord, parseDrawRecord } from '#kernel/random-draw/parse-and-validate-draw-record-json.ts';
import { sm3 } from '#kernel/random-draw/sm3.ts';
import { verifyDraw } from '#kernel/random-draw/verify-draw.ts';
import { locales, type Text } from '#kernel/text/text.ts';
import {
  drawVerificationStepExplanations,
  expertDrawVerificationStepExplanations,
} from '#modules/enforcement/contract/draw/random-draw-verification-step-explanations.ts';
import { evidenceVerificationFindingAsSentence } from '#modules/evidence/contract/evidence-verification-finding-as-sentence.ts';
import {
  archivedExport,
  type FoundExport,
  isArchive,
  isEvidence,
  unpackedExport,
  verifyEvidence,
} from './verify-evidence.ts';

/**
 * The verifier that everybody can download: built into one file, `xingjian-verify.mjs`, that needs nothing but Node 20.
 *
 *     node xingjian-verify.mjs CQ2026000001.json               the record of a draw
 *     node xingjian-verify.mjs evidence.zip [keys.json]        an export of evidence, also its entries.json
 *
 * `keys.json` are the keys that the platform publishes at /api/evidence/keys. It prints what it checks and exits with 0 if
 * all is well, otherwise with 1.
 */
async function run([file, keys]: readonly string[]): Promise<boolean> {
  if (file === undefined) {
    print('用法 Usage: node xingjian-verify.mjs <抽取记录 record.json | 证据 evidence.zip> [公钥 keys.json]');
    return false;
  }
  try {
    const content = fs.readFileSync(path.resolve(file));
    if (content.length > 4 && isArchive(content)) return await verifyExport(archivedExport(content), keys);
    const parsed: unknown = JSON.parse(content.toString('utf8'));
    if (isDrawRecord(parsed)) return verifyRecordOfDraw(parsed);
    if (isEvidence(parsed)) return await verifyExport(unpackedExport(parsed, path.dirname(path.resolve(file))), keys);
    print(`不是抽取记录，也不是证据 Neither a record of a draw nor evidence: ${file}`);
  } catch (error) {
    print(`无法读取 Cannot be read: ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return false;
}

function verifyRecordOfDraw(parsed: unknown): boolean {
  const read = parseDrawRecord(parsed);
  if ('fault' in read) {
    print(`记录缺少或写错了 Missing or wrong in the record: ${read.fault}`);
    return false;
  }
  const { draw_no, pairing } = read.record.commitment;
  print(`${pairing === 'none' ? '专家抽取 Draw of experts' : '双随机抽取 Draw'} ${draw_no}`);
  let passed = true;
  for (const { check, passed: one, published, computed } of verifyDraw(sm3, read.record)) {
    passed &&= one;
    const { name, failed } =
      (pairing === 'none' && expertDrawVerificationStepExplanations[check]) || drawVerificationStepExplanations[check];
    print(`${one ? (published === null ? '    ' : 'ok  ') : 'FAIL'} ${check}  ${inBoth(name)}`);
    if (!one) for (const locale of locales) print(`       ${failed[locale]}`);
    if (published !== null) print(`       公布 published  ${published}`);
    print(`       计算 computed   ${computed}`);
  }
  print(passed ? '验证通过 Verified' : '验证未通过 NOT VERIFIED');
  return passed;
}

/** Evidence is well if it is intact, or whole in itself and only younger than the last signed root. */
async function verifyExport(found: FoundExport, keys: string | undefined): Promise<boolean> {
  const { subject, streams } = found.evidence;
  print(`证据 Evidence ${subject?.title ?? ''} (${Object.keys(streams ?? {}).join(', ')})`);
  const verdict = await verifyEvidence(found, keys === undefined ? undefined : readKeys(keys));
  for (const finding of verdict.findings) {
    print(`FAIL ${describeFinding(finding)}`);
    for (const locale of locales) print(`       ${evidenceVerificationFindingAsSentence(finding, locale)}`);
  }
  print(`     记录 entries ${verdict.entries}，文件 files ${verdict.files}，根 roots ${verdict.roots}`);
  if (verdict.removed > 0) print(`     内容已依法删除、仅留摘要 content removed, hash kept: ${verdict.removed}`);
  print(`     有效签名 valid signatures: ${verdict.seen.join(', ') || '—'}`);
  if (keys === undefined) print('     未与平台公布的公钥比对 not compared with the keys that the platform publishes');
  const states = {
    intact: '完整 INTACT',
    unproven: `完整，但最后 ${verdict.unproven} 条尚无签名 Whole, but the last ${verdict.unproven} not yet signed`,
    broken: '已被改动或缺失 BROKEN',
  };
  print(states[verdict.state]);
  return verdict.state !== 'broken';
}

/** The answer of the platform with its keys, as it was saved, or the list in it. */
function readKeys(file: string): readonly EvidencePublicKeys[] {
  const parsed = JSON.parse(fs.readFileSync(path.resolve(file), 'utf8')) as
    | readonly EvidencePublicKeys[]
    | { readonly data: { readonly list: readonly EvidencePublicKeys[] } };
  return 'data' in parsed ? parsed.data.list : parsed;
}

/** `entry travel/itinerary:42 3 payload`: the kind, and where. */
const describeFinding = ({ kind, ...where }: EvidenceFinding): string => [kind, ...Object.values(where)].join(' ');

const inBoth = (name: Text): string => locales.map((locale) => name[locale]).join(' ');

const print = (line: string): void => void process.stdout.write(`${line}\n`);

// a pager that was closed reads no more: what it did not read proves nothing
process.stdout.on('error', () => process.exit(1));
process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1;
