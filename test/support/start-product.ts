import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '#data/package-root.ts';
import memoryLimits from '../../scripts/memory-limits.json' with { type: 'json' };

export interface ProductOptions {
  /**
   * Settings besides the defaults: a free port, a data folder of its own, no captcha, no rate limit, no demonstration
   * data.
   */
  env?: Readonly<Record<string, string>>;
  /** A data folder that outlives this run of the product, e.g. to start it again after `kill`. */
  dataDir?: string;
}

/** The real product, running as by `npm start`. */
export interface Product {
  /** Without a trailing slash. */
  url: string;
  port: number;
  pid: number;
  dataDir: string;
  adminPassword: string;
  /** All its output so far. */
  output(): string;
  /** Stops it as Ctrl-C does, removes the data folder unless it was given, and returns the exit code. */
  stop(): Promise<number>;
  /** `kill -9`. */
  kill(): Promise<void>;
}

/** The first start creates a database and loads reference data, which may take a while on a busy machine. */
const START_PATIENCE_MS = 150_000;

/** Starts dist/server.mjs and waits until it is ready; if that fails, the error contains its output. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const parent = options.dataDir ? undefined : fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-e2e-'));
  if (parent) fs.chmodSync(parent, 0o755); // run as root, PostgreSQL's own account has to pass through
  const dataDir = options.dataDir ?? path.join(parent ?? '', 'data');
  const port = await findFreePort();
  const adminPassword = 'Browser-Test-1';
  const child = spawn(process.execPath, [...memoryLimits.flags, path.join(packageRoot, 'dist', 'server.mjs')], {
    cwd: packageRoot,
    env: {
      ...memoryLimits.environment,
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      ADMIN_PASSWORD: adminPassword,
      DEMO: '0',
      CAPTCHA: '0',
      RATE_LIMIT: '0',
      INNER_NETWORKS: 'loopback',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'], // the end of this channel stops the product if the tests die
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const removeData = () => parent && fs.rmSync(parent, { recursive: true, force: true });

  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_PATIENCE_MS;
  while (!(await answers(`${url}/ready`))) {
    if (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
      await sleep(50);
      continue;
    }
    child.kill('SIGKILL');
    await exited;
    removeData();
    throw new Error(`the product did not start:\n${output}`);
  }
  return {
    url,
    port,
    pid: child.pid ?? 0,
    dataDir,
    adminPassword,
    output: () => output,
    stop: async () => {
      child.kill('SIGINT');
      const code = await exited;
      removeData();
      return code ?? -1;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

async function findFreePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
