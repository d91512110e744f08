import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';
import vm from 'node:vm';
import * as startupError from '#server/startup-error.ts';
import * as early from './early-start.ts';

/** The bundle of apps/server.ts beside this file; written in by scripts/build.mjs. */
declare const PROGRAM: string;

/** Garbage may double the heap, not make four of it: what many callers left lay about as 150 MB (docs/decisions/database.md). */
v8.setFlagsFromString('--heap-growing-percent=100'); // first: what V8 compiled under other flags it does not take

/**
 * What runs once is not worth optimising: without that a start takes a twelfth less (docs/decisions/database.md). Until it
 * listens, or for a second, where a first start makes its data.
 */
const optimise = (on: boolean) => v8.setFlagsFromString(on ? '--opt' : '--no-opt');
const longest = 1000;
optimise(false);
setTimeout(() => optimise(true), longest).unref();

const file = path.join(path.dirname(fileURLToPath(import.meta.url)), PROGRAM);
const compiled = `${file}.compiled`;
/** Another thread reads them while PostgreSQL is started. */
const reading = [readWhole(file), readWhole(compiled)];

/** What is here already is not loaded once more with the program, and is the same to it (scripts/build.mjs). */
const shared = { 'apps/early-start.ts': early, 'server/startup-error.ts': startupError };
await early.earlyStart.then(
  ({ launched }) => launched,
  () => {}, // told by the program
);

await runProgram();
optimise(true);

/**
 * Runs the program, with what V8 compiled of it when it ran before: that takes a fifth of a second of every start
 * otherwise (docs/decisions/database.md). V8 itself looks whether it was compiled by the same V8; the program is named by its
 * contents, so that what was kept of another one is not found.
 */
async function runProgram(): Promise<void> {
  const { script, fromCompiled } = await compile();
  const program = { exports: {} as { started?: Promise<void> } };
  const run = script.runInThisContext() as (...given: unknown[]) => void;
  run(program.exports, createRequire(file), program, file, path.dirname(file), shared);
  await program.exports.started;
  if (!fromCompiled) cacheCompiled(script); // with everything that was compiled until then
}

/** A function of its own: twelve megabytes that were read are garbage when it returns. */
async function compile() {
  const [source, cachedData] = await Promise.all(reading.splice(0));
  if (!source) throw new Error(`${file} is missing`);
  // it is ASCII (scripts/build.mjs), which is read in a fourth of the time
  const script = new vm.Script(source.toString('latin1'), { filename: file, ...(cachedData ? { cachedData } : {}) });
  return { script, fromCompiled: cachedData !== undefined && !script.cachedDataRejected };
}

/** In one piece: what `fs.readFile` does takes a journey for every half megabyte. Undefined: it is not there. */
async function readWhole(name: string): Promise<Buffer | undefined> {
  const handle = await fs.promises.open(name).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const { size } = await handle.stat();
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(size), 0, size, 0);
    return bytesRead === size ? buffer : undefined;
  } finally {
    await handle.close();
  }
}

/** Appears whole or not at all, also when the power fails: V8 believes what it reads. */
function cacheCompiled(script: vm.Script): void {
  const draft = `${compiled}.${process.pid}`;
  optimise(false); // it is read under the flags it was made under
  try {
    fs.writeFileSync(draft, script.createCachedData(), { flush: true });
    fs.renameSync(draft, compiled);
  } catch {
    fs.rmSync(draft, { force: true }); // where the program may not be written to it starts as the first time
  }
}
