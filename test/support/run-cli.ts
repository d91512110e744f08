import { spawn } from 'node:child_process';
import { packageRoot } from '#data/package-root.ts';
import { bundleProgram } from './bundle-program.ts';
import type { TestEngine } from './test-engine.ts';

/** Runs the command-line interface on the database of a test. */
export async function runCli(
  on: TestEngine,
  args: readonly string[],
  dataDir: string,
): Promise<{ code: number; output: string; errors: string }> {
  const { host, port, user, database } = on.db.address;
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`;
  const child = spawn(process.execPath, [bundleProgram({ file: 'apps/cli.ts' }), ...args], {
    cwd: packageRoot,
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: url, ADMIN_PASSWORD: '' },
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? -1)));
  return { code, output, errors };
}
