/**
 * node scripts/run.mjs bench/memory/main.ts [phase…]: what the built server holds at most under loads meant to fill its
 * memory. Each phase drives one of them for a few seconds on an installation of its own and reads the peak of the
 * resident set from /proc; Linux alone has it. `node scripts/build.mjs server` builds what is measured.
 */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { startBuiltProduct } from '../../test/support/server-process.ts';
import { makeTemporaryFolder, productSettings } from '../support/measured-servers.ts';
import { connectTarget, type LoadTarget, type MemoryLoad } from './load-target.ts';
import { memoryLoads } from './loads.ts';

const mega = 2 ** 20;

/** The value of a line of /proc/<pid>/status, in bytes. */
const held = (pid: number, line: 'VmHWM' | 'VmRSS') =>
  Number(new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

/** Resets the peak. */
const forgetPeak = (pid: number) => fs.writeFileSync(`/proc/${pid}/clear_refs`, '5');

async function measure(on: LoadTarget, pid: number, [name, load]: readonly [string, MemoryLoad]): Promise<void> {
  forgetPeak(pid);
  const before = held(pid, 'VmRSS');
  const started = performance.now();
  const seen = await load(on);
  const peak = held(pid, 'VmHWM');
  await sleep(1500);
  const seconds = ((performance.now() - started - 1500) / 1000).toFixed(1);
  console.log(
    `${name.padEnd(12)} before ${show(before)}  peak ${show(peak)}  after ${show(held(pid, 'VmRSS'))}  ${seconds} s  ${seen}`,
  );
}

const show = (bytes: number) => `${(bytes / mega).toFixed(0).padStart(4)} MB`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  sharp.cache(false);
  // with --data <folder> the installation is kept for the next run
  const { values, positionals: wanted } = parseArgs({ options: { data: { type: 'string' } }, allowPositionals: true });
  const folder = values.data ?? makeTemporaryFolder();
  const settings = { ...productSettings, DEMO: '1', DATABASE_URL: '', DATA_DIR: path.join(folder, 'data') };
  const server = await startBuiltProduct(settings);
  try {
    const on = await connectTarget(server.port, productSettings.ADMIN_PASSWORD);
    for (const one of Object.entries(memoryLoads))
      if (wanted.length === 0 || wanted.includes(one[0])) await measure(on, server.pid, one);
  } finally {
    await server.stop();
    if (!values.data) fs.rmSync(folder, { recursive: true, force: true });
  }
}
