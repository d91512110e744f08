import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '#data/package-root.ts';
import memoryLimits from '../../scripts/memory-limits.json' with { type: 'json' };

type Environment = Readonly<Record<string, string>>;

/** A server in a process of its own. */
export interface ServerProcess {
  /** Without a trailing slash. */
  url: string;
  port: number;
  pid: number;
  /** Milliseconds from spawning to the first answer with status 200. */
  startedIn: number;
  /** All its output so far. */
  output(): string;
  /** Stops it as the system does, and returns its exit code; null: it ended by a signal. */
  stop(signal?: 'SIGTERM' | 'SIGINT'): Promise<number | null>;
  /** `kill -9`. */
  kill(): Promise<void>;
}

/** The first start creates a database and loads reference data, which may take a while on a busy machine. */
const patienceMs = 300_000;

/** Often enough for measuring the start. */
const defaultPollMs = 5;

/** Starts the built product on a free port as `npm start` does, with these settings. */
export const startBuiltProduct = (settings: Environment, pollMs = defaultPollMs): Promise<ServerProcess> =>
  startServerProcess(
    [...memoryLimits.flags, path.join(packageRoot, 'dist', 'server.mjs')],
    { ...memoryLimits.environment, ...settings },
    { ready: '/ready', pollMs },
  );

/** Starts a Node program that listens on PORT and waits until `ready` answers; if that fails, the error contains its output. */
export async function startServerProcess(
  args: readonly string[],
  env: Environment,
  { ready, pollMs = defaultPollMs }: { readonly ready: string; readonly pollMs?: number },
): Promise<ServerProcess> {
  const port = await findFreePort();
  const started = performance.now();
  const child = spawn(process.execPath, [...args], {
    cwd: packageRoot,
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'], // the end of this channel stops it if its starter dies
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const end = (signal: NodeJS.Signals) => {
    if (isRunning(child)) child.kill(signal);
    return exited;
  };
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(`${url}${ready}`))) {
    if (isRunning(child) && performance.now() - started < patienceMs) {
      await sleep(pollMs);
      continue;
    }
    await end('SIGKILL');
    throw new Error(`${args.join(' ')} did not start:\n${output}`);
  }
  return {
    url,
    port,
    pid: child.pid ?? 0,
    startedIn: performance.now() - started,
    output: () => output,
    stop: (signal = 'SIGTERM') => end(signal),
    kill: async () => void (await end('SIGKILL')),
  };
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

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
