import { spawn } from 'node:child_process';
import { packageRoot } from '#data/package-root.ts';
import type { AllowedCommand } from './allowed-commands.ts';

/** Longer lines are shown in pieces. */
const longestLine = 4000;
/** Milliseconds a program has to stop after it was asked to. */
const patience = 5000;
/** Environment variables passed to commands; passwords and tokens are not among them. */
const handedDown = [
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'XDG_CACHE_HOME',
  'NODE_EXTRA_CA_CERTS',
  'DATA_DIR',
  'BACKUP_DIR',
  'DATABASE_URL',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'MODULES',
];

export interface ProgramOptions {
  /** Whether its output may have colours. */
  colour: boolean;
  /** Ends it and all its child processes. */
  signal: AbortSignal;
  onLine: (line: string) => void;
  /** Resolves when the reader can take more; undefined: it can. */
  room?: () => Promise<unknown> | undefined;
}

/** Runs a program to its end and returns its exit code: 127 if there is no such program, 130 if it was aborted. */
export function runProgram(
  { program, args }: AllowedCommand,
  { colour, signal, onLine, room }: ProgramOptions,
): Promise<{ code: number }> {
  return new Promise((resolve) => {
    const env = Object.fromEntries(
      handedDown.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
    );
    const child = spawn(program, args, {
      cwd: packageRoot,
      env: { ...env, ...(colour ? { FORCE_COLOR: '1', TERM: 'xterm-256color' } : { NO_COLOR: '1', TERM: 'dumb' }) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // a process group of its own, so that its child processes end with it
    });
    let missing = false;
    for (const stream of [child.stdout, child.stderr]) readLines(stream, onLine, room);
    const stop = () => {
      end(child.pid, 'SIGTERM');
      setTimeout(() => end(child.pid, 'SIGKILL'), patience).unref();
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    child.on('error', (error: NodeJS.ErrnoException) => {
      missing = error.code === 'ENOENT';
      onLine(missing ? `${program}: 未安装 not installed` : error.message);
    });
    // after all its output has been read
    child.on('close', (code) => {
      signal.removeEventListener('abort', stop);
      resolve({ code: missing ? 127 : (code ?? 130) });
    });
  });
}

function end(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // it has already ended
  }
}

/** Emits complete lines; of a line that is overwritten repeatedly (a counter) only the last state. */
function readLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void, room: ProgramOptions['room']): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(lastState(line));
    for (; rest.length > longestLine; rest = rest.slice(longestLine)) onLine(rest.slice(0, longestLine));
    const full = room?.();
    if (!full) return;
    stream.pause();
    void full.then(() => stream.resume());
  });
  stream.on('end', () => {
    if (rest) onLine(lastState(rest));
  });
}

const lastState = (line: string) => {
  const written = line.replace(/\r+$/, '');
  return written.slice(written.lastIndexOf('\r') + 1).slice(0, longestLine);
};
