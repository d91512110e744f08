import fs from 'node:fs';
import { childrenOf, type Kind, type ProcessTree, readStat, readTree } from '../../scripts/testing/processor-time.mjs';

/** Seconds of processor time a test file took: of the thread it ran in, and of what ran for it. */
export type ProcessorTime = Record<'runner' | Kind, number>;

export interface Meter {
  /** What runs now is read: to be called before something ends, and now and then. */
  sample(): void;
  /** Since the meter began. */
  read(): ProcessorTime;
}

/** Databases of the file that runs in this worker. */
const databases = new Set<string>();
/** The meter of that file, if this system tells processor time. */
let running: Meter | undefined;

/** From now on the connections to a database of the run count for the file that runs here. */
export const countDatabase = (name: string): void => void databases.add(name);

/** Before connections are closed: what they used is gone with them. */
export const sampleNow = (): void => running?.sample();

/** Begins to measure a file: this thread, the processes it starts, its databases, and the product it visits. */
export function startMeter(product?: number): Meter | undefined {
  databases.clear();
  running = undefined;
  let thread: string;
  try {
    thread = fs.readlinkSync('/proc/thread-self');
  } catch {
    return undefined; // not Linux
  }
  const began = readStat(thread)?.own ?? 0;
  const roots = () => [
    ...[...childrenOf(thread), ...(product ? [String(product)] : [])].map(readTree),
    ...readBackends(databases),
  ];
  const trees = createTally(roots().filter((one) => one !== undefined));
  const sample = () => {
    for (const tree of roots()) if (tree) trees.add(tree);
  };
  running = {
    sample,
    read: () => {
      sample();
      return { runner: (readStat(thread)?.own ?? 0) - began, ...trees.sum() };
    },
  };
  return running;
}

/** Adds up trees of processes: what each had used when last seen, without what those had that were there at the beginning. */
export function createTally(present: readonly ProcessTree[]) {
  const before = new Map(present.map(({ key, seconds }) => [key, seconds]));
  const last = new Map(before);
  return {
    add: ({ key, seconds }: ProcessTree) => void last.set(key, seconds),
    sum: (): Record<Kind, number> => {
      const total = { browser: 0, product: 0, database: 0 };
      for (const [key, seconds] of last)
        for (const kind of Object.keys(total) as Kind[])
          total[kind] += (seconds[kind] ?? 0) - (before.get(key)?.[kind] ?? 0);
      // a database that ends below a program is from then on part of it
      for (const kind of Object.keys(total) as Kind[]) total[kind] = Math.max(0, total[kind]);
      return total;
    },
  };
}

/** The server of the run (test/setup/postgres-setup.ts), which the main thread started. */
let postmaster: string | undefined;
/** Which database a process of it serves; that never changes. */
const served = new Map<string, string>();

function readBackends(wanted: ReadonlySet<string>): ProcessTree[] {
  if (wanted.size === 0) return [];
  postmaster ??= findPostmaster(childrenOf(`${process.pid}/task/${process.pid}`));
  return childrenOf(postmaster ?? '-').flatMap((pid) => {
    const database = served.get(pid) ?? databaseOf(pid);
    if (!database) return [];
    served.set(pid, database);
    const tree = wanted.has(database) ? readTree(pid) : undefined;
    return tree ? [tree] : [];
  });
}

/** Between Node and the server is a shell. */
const findPostmaster = (started: readonly string[]): string | undefined =>
  started.flatMap((pid) => [pid, ...childrenOf(pid)]).find((pid) => readStat(pid)?.command === 'postgres');

function databaseOf(pid: string): string | undefined {
  try {
    return parseTitle(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return undefined;
  }
}

/** `postgres: <user> <database> <client> <what it does>`. */
export const parseTitle = (title: string): string | undefined => /^postgres: \S+ (\S+) /.exec(title)?.[1];

declare module 'vitest' {
  interface TaskMeta {
    /** Of a file. Missing where the system does not tell, and where the file could not be loaded. */
    processorTime?: ProcessorTime;
  }
}
