import { once } from 'node:events';
import net from 'node:net';
import type { Log } from '#server/log.ts';
import { StartupError } from '#server/startup-error.ts';

/** A program that runs until it receives a signal. */
export interface LongRunningProgram<T> {
  /**
   * Starts everything. `signal` is aborted when the start is to be given up. `fail` ends the running program: it prints
   * the reason, stops cleanly and exits with 1.
   */
  start: (signal: AbortSignal, fail: (reason: StartupError) => void) => Promise<T>;
  /** Stops in the reverse order: listener, jobs, database. */
  stop: (running: T) => Promise<void>;
  log: Log;
}

/** Maximum duration of a clean stop: a start that is given up, running requests, the last checkpoint of the database. */
const STOP_PATIENCE_MS = 75_000;

/**
 * Runs a program until SIGINT or SIGTERM, then stops it cleanly and exits with 0. A second signal ends it at once (the
 * embedded database notices and stops by itself). A failed start is explained in one sentence, with exit code 1. When
 * whatever reads its output is gone, the program stops cleanly with exit code 1, because nothing it does would be logged.
 */
export async function runUntilSignal<T>({ start, stop, log }: LongRunningProgram<T>): Promise<void> {
  const interruption = new AbortController();
  const interrupted = once(interruption.signal, 'abort');
  let exitCode = 0;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (interruption.signal.aborted) process.exit(130);
      interruption.abort();
    });
  }
  // our launcher holds an open channel to us; when the channel closes, the launcher is gone, for whatever reason
  if (process.channel) process.on('disconnect', () => process.emit('SIGTERM'));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      if (interruption.signal.aborted) return;
      exitCode = 1;
      interruption.abort();
    });
  }
  // Without a listener each line written to a closed pipe is an uncaught exception, which is logged, without end.
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', () => {
      exitCode = 1;
      interruption.abort();
    });
  }
  interruption.signal.addEventListener('abort', () => {
    setTimeout(() => {
      log.error('stopping took too long');
      process.exit(1);
    }, STOP_PATIENCE_MS).unref();
  });

  const fail = (reason: StartupError) => {
    if (interruption.signal.aborted) return;
    reportStartFailure(reason, log);
    exitCode = 1;
    interruption.abort();
  };

  let running: T;
  try {
    running = await start(interruption.signal, fail);
  } catch (error) {
    if (interruption.signal.aborted) process.exit(exitCode);
    reportStartFailure(error, log);
    process.exit(1);
  }
  await interrupted;
  try {
    await stop(running);
  } catch (error) {
    log.error({ err: error }, 'stopping failed');
    process.exit(1);
  }
  process.exit(exitCode);
}

/** Prints why a program did not start or must end: one sentence if the cause is known, else the whole error. */
export function reportStartFailure(error: unknown, log: Log): void {
  const failure = error instanceof StartupError ? error : explainListenFailure(error);
  if (failure) process.stderr.write(`\n${failure.text['zh-cn']}\n${failure.text.en}\n`);
  else log.fatal({ err: error }, 'start failed');
}

/** Throws now if listening would fail later, before anything is created or loaded. */
export async function checkAddressFree(address: { host: string; port: number }): Promise<void> {
  const probe = net.createServer().listen(address.port, address.host);
  await once(probe, 'listening'); // rejects with the probe's error
  probe.close();
  await once(probe, 'close');
}

/** Explains in one sentence why an address cannot be listened on. Undefined for other errors. */
function explainListenFailure(error: unknown): StartupError | undefined {
  const { code, syscall, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return undefined;
  if (code === 'EADDRINUSE') {
    return new StartupError({
      'zh-cn': `端口 ${port} 已被占用，请先停止占用它的程序，或用 PORT 指定别的端口。`,
      en: `Port ${port} is in use; stop the program that uses it, or set PORT to another one.`,
    });
  }
  if (code === 'EACCES') {
    return new StartupError({
      'zh-cn': `当前账户无权使用端口 ${port}，请用 PORT 指定 1024 以上的端口。`,
      en: `This account may not use port ${port}; set PORT to one above 1024.`,
    });
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new StartupError({
      'zh-cn': `本机没有地址 ${address ?? (error as { hostname?: string }).hostname}，请检查 HOST。`,
      en: `This machine has no address ${address ?? (error as { hostname?: string }).hostname}; check HOST.`,
    });
  }
  return undefined;
}
