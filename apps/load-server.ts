import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';
import vm from 'node:vm';

/** The bundle of apps/server.ts beside this file; written in by scripts/build.mjs. */
declare const PROGRAM: string;

/** Garbage may double the heap, not make four of it: what many callers left lay about as 150 MB (docs/decisions/0012). */
v8.setFlagsFromString('--heap-growing-percent=100'); // first: what V8 compiled under other flags it does not take

/**
 * Runs the program, with what V8 compiled of it when it ran before: that takes a fifth of a second of every start
 * otherwise (docs/decisions/0109). V8 itself looks whether it was compiled by the same V8; the program is named by its
 * contents, so that what was kept of another one is not found.
 */
const file = path.join(path.dirname(fileURLToPath(import.meta.url)), PROGRAM);
const compiled = `${file}.compiled`;
const cachedData = readCompiled();
const script = new vm.Script(fs.readFileSync(file, 'utf8'), { filename: file, ...(cachedData ? { cachedData } : {}) });
const program = { exports: {} as { started?: Promise<void> } };
const run = script.runInThisContext() as (...given: unknown[]) => void;
run(program.exports, createRequire(file), program, file, path.dirname(file));
if (!cachedData || script.cachedDataRejected) {
  await program.exports.started; // with everything that was compiled until then
  keepCompiled();
}

function readCompiled(): Buffer | undefined {
  try {
    return fs.readFileSync(compiled);
  } catch {
    return undefined;
  }
}

/** Appears whole or not at all, also when the power fails: V8 believes what it reads. */
function keepCompiled(): void {
  const draft = `${compiled}.${process.pid}`;
  try {
    fs.writeFileSync(draft, script.createCachedData(), { flush: true });
    fs.renameSync(draft, compiled);
  } catch {
    fs.rmSync(draft, { force: true }); // where the program may not be written to it starts as the first time
  }
}
