import fs from 'node:fs';
import path from 'node:path';
import { isDrawRecord, readDrawRecord } from '#kernel/draw/read-draw-record.ts';
import { sm3 } from '#kernel/draw/sm3.ts';
import { verifyDraw } from '#kernel/draw/verify-draw.ts';

/**
 * The verifier that everybody can download: built into one file, `xingjian-verify.mjs`, that needs nothing but Node 20.
 *
 *     node xingjian-verify.mjs CQ2026000001.json
 *
 * It prints each check and exits with 0 if all passed, otherwise with 1.
 */
function run(file: string | undefined): boolean {
  if (file === undefined) {
    print('用法 Usage: node xingjian-verify.mjs <记录 record.json>');
    return false;
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(fs.readFileSync(path.resolve(file), 'utf8'));
  } catch (error) {
    print(`无法读取 Cannot be read: ${file}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
  if (isDrawRecord(parsed)) return verifyRecordOfDraw(parsed);
  print(`不是抽取记录 No record of a draw: ${file}`);
  return false;
}

function verifyRecordOfDraw(parsed: unknown): boolean {
  const read = readDrawRecord(parsed);
  if ('fault' in read) {
    print(`记录缺少或写错了 Missing or wrong in the record: ${read.fault}`);
    return false;
  }
  print(`双随机抽取 Draw ${read.record.commitment.draw_no}`);
  let passed = true;
  for (const { check, passed: one, published, computed } of verifyDraw(sm3, read.record)) {
    passed &&= one;
    print(`${one ? (published === null ? '    ' : 'ok  ') : 'FAIL'} ${check}`);
    if (published !== null) print(`       公布 published  ${published}`);
    print(`       计算 computed   ${computed}`);
  }
  printVerdict(passed);
  return passed;
}

const printVerdict = (passed: boolean): void => print(passed ? '验证通过 Verified' : '验证未通过 NOT VERIFIED');

const print = (line: string): void => void process.stdout.write(`${line}\n`);

process.exitCode = run(process.argv[2]) ? 0 : 1;
