import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '#data/package-root.ts';
import memoryLimits from '../../scripts/memory-limits.json' with { type: 'json' };

/** A server under measurement, in a process of its own. */
export interface ServerProcess {
  port: number;
  pid: number;
  /** Milliseconds from spawning to the first answer with status 200. */
  startedIn: number;
  /** All its output so far. */
  output(): string;
  stop(): Promise<void>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
}

const patience = 300_000;

/** Starts the product as `npm start` does, with these settings. */
export const startProduct = (settings: Readonly<Record<string, string>>): Promise<ServerProcess> =>
  startServer(
    [...memoryLimits.flags, path.join(packageRoot, 'dist', 'server.mjs')],
    { ...memoryLimits.environment, ...settings },
    '/ready',
  );

/** Starts a Node program that listens on PORT and waits until `ready` answers. */
export async function startServer(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  ready: string,
): Promise<ServerProcess> {
  const port = await findFreePort();
  const started = performance.now();
  const child = spawn(process.execPath, [...args], {
    cwd: packageRoot,
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'], // the end of this channel stops it if the bench dies
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const deadline = started + patience;
  while (!(await answers(`http://127.0.0.1:${port}${ready}`))) {
    if (child.exitCode === null && child.signalCode === null && performance.now() < deadline) {
      await sleep(5);
      continue;
    }
    child.kill('SIGKILL');
    throw new Error(`${args.join(' ')} did not start:\n${output}`);
  }
  return {
    port,
    pid: child.pid ?? 0,
    startedIn: performance.now() - started,
    output: () => output,
    stop: () => stop(child, 'SIGTERM'),
    kill: () => stop(child, 'SIGKILL'),
  };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
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

/** Ticks per second in /proc; 100 on every Linux. */
const ticks = 100;

/** CPU seconds that a process has used, in all threads; NaN without /proc. */
export function cpuSeconds(pid: number): number {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) / ticks;
  } catch {
    return Number.NaN;
  }
}

/** CPU seconds of the living children of a process, e.g. the backends of a postmaster. */
export function childrenCpuSeconds(pid: number): number {
  try {
    return fs
      .readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .map((child) => cpuSeconds(Number(child)))
      .filter((seconds) => !Number.isNaN(seconds))
      .reduce((sum, seconds) => sum + seconds, 0);
  } catch {
    return Number.NaN;
  }
}

/** Memory of a process in bytes. */
export function residentBytes(pid: number): number {
  try {
    const line = /VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(line?.[1]) * 1024;
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024;
  }
}
