import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type ServerProcess, startBuiltProduct } from './server-process.ts';

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
export interface Product extends Pick<ServerProcess, 'url' | 'port' | 'pid' | 'output' | 'kill'> {
  dataDir: string;
  adminPassword: string;
  /** Stops it as Ctrl-C does, removes the data folder unless it was given, and returns the exit code. */
  stop(): Promise<number>;
}

const adminPassword = 'Browser-Test-1';
const pollMs = 50;

/** Starts dist/server.mjs and waits until it is ready; if that fails, the error contains its output. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const parent = options.dataDir ? undefined : fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-e2e-'));
  if (parent) fs.chmodSync(parent, 0o755); // run as root, PostgreSQL's own account has to pass through
  const dataDir = options.dataDir ?? path.join(parent ?? '', 'data');
  const removeData = () => parent && fs.rmSync(parent, { recursive: true, force: true });
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    ADMIN_PASSWORD: adminPassword,
    DEMO: '0',
    CAPTCHA: '0',
    RATE_LIMIT: '0',
    INNER_NETWORKS: 'loopback',
    ...options.env,
  };
  const server = await startBuiltProduct(settings, pollMs).catch((error) => {
    removeData();
    throw error;
  });
  const { url, port, pid, output, kill } = server;
  return {
    url,
    port,
    pid,
    output,
    kill,
    dataDir,
    adminPassword,
    stop: async () => {
      const code = await server.stop('SIGINT');
      removeData();
      return code ?? -1;
    },
  };
}
