import fs from 'node:fs';
import path from 'node:path';
import type { Finding } from './report.ts';
import { residentBytes, startProduct } from './server-process.ts';
import { makeFolder, productSettings } from './stage.ts';

const mega = 2 ** 20;

/**
 * The first start in an empty folder and the second in the same, each from spawning the built server to its first
 * answer with status 200: with the embedded PostgreSQL and demonstration data, as a person gets it.
 */
export async function measureStart(): Promise<Finding> {
  const folder = makeFolder();
  const start = () =>
    startProduct({ ...productSettings, DEMO: '1', DATABASE_URL: '', DATA_DIR: path.join(folder, 'data') });
  try {
    const cold = await start();
    await cold.stop();
    const warm = await start();
    const idle = residentBytes(warm.pid) / mega;
    await warm.stop();
    return {
      name: 'start',
      title: 'start to the first 200',
      seen: `cold ${(cold.startedIn / 1000).toFixed(1)} s, warm ${(warm.startedIn / 1000).toFixed(1)} s; ${idle.toFixed(0)} MB when idle`,
      values: { coldMs: cold.startedIn, warmMs: warm.startedIn, idleMegabytes: idle },
    };
  } finally {
    fs.rmSync(fs.realpathSync(folder), { recursive: true, force: true });
  }
}
