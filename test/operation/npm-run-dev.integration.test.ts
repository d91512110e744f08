import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '#data/package-root.ts';
import { createTestDatabase } from '../support/test-database.ts';

/** A port that was free a moment ago, and so was the next one. */
async function freePort(): Promise<number> {
  const listener = net.createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}

test('npm run dev prints the address that works, and calls wait while its server starts or restarts', {
  timeout: 90_000,
}, async () => {
  const database = await createTestDatabase({ max: 1 });
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-dev-'));
  const port = await freePort();
  const { host = '', port: databasePort, user, database: name } = database.address;
  const child = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: packageRoot,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: '0',
      NODE_ENV: undefined,
      DATABASE_URL: `postgres://${user}@localhost:${databasePort}/${name}?host=${encodeURIComponent(host)}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await database.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });
  const status = async (at: string, headers: Record<string, string> = {}) =>
    await fetch(at, { headers }).then(
      (response) => response.status,
      () => 0,
    );
  const call = `http://127.0.0.1:${port}/admin/index/login`;
  await expect.poll(() => status(call), { timeout: 120_000, interval: 50 }).toBe(200);
  await expect.poll(() => output, { timeout: 120_000 }).toContain('地址 Address');
  const printed = /地址 Address\s+(\S+)/.exec(output)?.[1];
  expect(printed).toBe(`http://127.0.0.1:${port}`);
  expect(await status(`${printed}/`, { accept: 'text/html' })).toBe(200);
  expect(await status(call)).toBe(200);
  fs.utimesSync(path.join(packageRoot, 'kernel/text/text.ts'), new Date(), new Date());
  const answers = new Set<number>();
  const callMeanwhile = async () => {
    answers.add(await status(call));
    return output;
  };
  await expect.poll(callMeanwhile, { timeout: 120_000 }).toMatch(/Restarting.*Server listening/s);
  expect([...answers]).toEqual([200]);
  expect(output).not.toMatch(/proxy error|ECONNREFUSED|\n\s+at /);
});
