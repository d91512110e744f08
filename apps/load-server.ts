import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';
import vm from 'node:vm';
import * as startupError from '#server/startup-error.ts';
import * as early from './early-start.ts';

/** File name of the bundle of apps/server.ts beside this file; inserted by scripts/build.mjs. */
declare const PROGRAM: string;

/**
 * Garbage may double the heap, not quadruple it: otherwise it took 150 MB after many calls
 * (docs/decisions/database.md).
 */
v8.setFlagsFromString('--heap-growing-percent=100'); // first: V8 rejects code compiled under other flags

/**
 * Code that runs once is not worth optimising: without that a start takes a twelfth less (docs/decisions/database.md).
 * Applies until the server listens, or for a second when a first start creates its data.
 */
const optimise = (on: boolean) => v8.setFlagsFromString(on ? '--opt' : '--no-opt');
const longest = 1000;
optimise(false);
setTimeout(() => optimise(true), longest).unref();

const file = path.join(path.dirname(fileURLToPath(import.meta.url)), PROGRAM);
const compiled = `${file}.compiled`;
/** Another thread reads the files while PostgreSQL starts. */
const reading = [readWhole(file), readWhole(compiled)];

/** Modules already loaded here are shared with the program instead of being loaded again (scripts/build.mjs). */
const shared = { 'apps/early-start.ts': early, 'server/startup-error.ts': startupError };
await early.earlyStart.then(
  ({ launched }) => launched,
  () => {}, // reported by the program
);

await runProgram();
optimise(true);

/**
 * Runs the program with V8's compile cache, which saves a fifth of a second per start (docs/decisions/database.md). V8
 * itself rejects a cache of another V8; the program's file name contains a hash of its contents, so that the cache of
 * another build is not found.
 */
async function runProgram(): Promise<void> {
  const { script, fromCompiled } = await compile();
  const program = { exports: {} as { started?: Promise<void> } };
  const run = script.runInThisContext() as (...given: unknown[]) => void;
  run(program.exports, createRequire(file), program, file, path.dirname(file), shared);
  await program.exports.started;
  if (!fromCompiled) cacheCompiled(script); // with everything compiled until then
}

/** A function of its own, so that the twelve megabytes read are garbage when it returns. */
async function compile() {
  const [source, cachedData] = await Promise.all(reading.splice(0));
  if (!source) throw new Error(`${file} is missing`);
  // it is ASCII (scripts/build.mjs), which decodes four times as fast
  const script = new vm.Script(source.toString('latin1'), { filename: file, ...(cachedData ? { cachedData } : {}) });
  return { script, fromCompiled: cachedData !== undefined && !script.cachedDataRejected };
}

/** Reads a file in one piece; `fs.readFile` needs a round trip per half megabyte. Undefined: there is no such file. */
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

/** Written atomically, even if the power fails: V8 trusts what it reads. */
function cacheCompiled(script: vm.Script): void {
  const draft = `${compiled}.${process.pid}`;
  optimise(false); // it is read under the same flags
  try {
    fs.writeFileSync(draft, script.createCachedData(), { flush: true });
    fs.renameSync(draft, compiled);
  } catch {
    fs.rmSync(draft, { force: true }); // without write permission every start is like the first
  }
}
