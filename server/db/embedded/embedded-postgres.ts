import { spawn } from 'node:child_process';
import fs from 'node:fs';
import type net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  canReachFolder,
  choosePostgresAccount,
  makeFolderPrivate,
  type OperatingSystemAccount,
  runsAsRoot,
} from '#server/db/embedded/choose-operating-system-account-for-postgres.ts';
import {
  createCluster,
  ensureDatabase,
  ensureProductRole,
  postgresEnvironment,
  type SocketAddress,
} from '#server/db/embedded/create-postgres-cluster-database-and-role.ts';
import { type DataFolderLock, isDataFolderLocked, lockDataFolder } from '#server/db/embedded/data-folder-lock.ts';
import {
  crashedTooOftenError,
  diskFullError,
  explainFolderFailure,
  explainServerFailure,
  folderOutOfReachError,
} from '#server/db/embedded/explain-postgres-failures.ts';
import {
  readPostmaster,
  removeLeftoverPostmaster,
  stopPostmaster,
} from '#server/db/embedded/find-and-stop-leftover-postmaster.ts';
import { findPostgresBinaries, type PostgresBinaries, usualBinaries } from '#server/db/embedded/postgres-binaries.ts';
import { readPostgresLog, rotatePostgresLog } from '#server/db/embedded/postgres-log-file.ts';
import {
  type RunningServer,
  restartCrashedPostgresServer,
} from '#server/db/embedded/restart-crashed-postgres-server.ts';
import { StartupError } from '#server/startup-error.ts';

/**
 * Folder for root's clusters that the unprivileged account could not reach in the project's own folder. It is owned by
 * root, unlike /var/tmp, where anybody could create a folder of that name in advance.
 */
const SYSTEM_FOLDER = '/var/lib/xingjian';

const USER = 'xingjian';
const DATABASE = 'xingjian';
/** Only part of the socket's file name: nothing listens on the network. */
const PORT = 5432;
/** sun_path of a Unix socket holds 107 bytes, of which "/.s.PGSQL.5432.lock" takes 19. */
const LONGEST_SOCKET_FOLDER = 85;
/** A new cluster takes 40 MB and its first segment of the log 16 MB. */
const SPACE_TO_CREATE = 160 * 2 ** 20;
const SPACE_TO_START = 24 * 2 ** 20;

export type { SocketAddress } from '#server/db/embedded/create-postgres-cluster-database-and-role.ts';

export interface EmbeddedPostgresOptions {
  /** Folder of the cluster, e.g. data/postgres. Created if missing. */
  folder: string;
  /** Server settings in addition to ours. */
  settings?: Readonly<Record<string, string | number>>;
  /** For tests: no fsync. Twice as fast, but lost after a crash of the machine. */
  volatile?: boolean;
  /** Called before a step that takes time. */
  onStep?: (step: 'create' | 'start') => void;
  /** Called when the process exists; it takes a while until it responds. */
  onLaunched?: () => void;
  /** Called when PostgreSQL ended unexpectedly; it is restarted. */
  onDeath?: (logFile: string) => void;
  /** Called when it runs again. */
  onRestart?: () => void;
  /** Called when it crashed too often to be restarted. */
  onGivenUp?: (reason: StartupError) => void;
}

export interface EmbeddedPostgres {
  /** As the owner, for migrations, restores and tools; the product connects as `productRole`. */
  address: SocketAddress;
  /** Actual folder of the data (see {@link SYSTEM_FOLDER}). */
  folder: string;
  logFile: string;
  /** Stops PostgreSQL cleanly and unlocks the folder. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that ships as an npm package, and creates the cluster at the first start. It listens only on a
 * Unix socket in a private folder: no port to clash, no password to leak. It ends with this process, even after `kill
 * -9`. One process owns a folder at a time; remains of a dead owner are stopped and cleaned up first.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  let lock: DataFolderLock | undefined;
  try {
    const account = choosePostgresAccount(path.join(options.folder, 'cluster'));
    const folder = prepareFolder(options.folder, account);
    lock = lockDataFolder(folder);
    return await startOwned(options, folder, account, lock);
  } catch (error) {
    lock?.release();
    throw explainFolderFailure(options.folder, error);
  }
}

/** The address of the embedded PostgreSQL that another living process runs in this folder, for command-line tools. */
export function findRunningPostgres(folder: string): SocketAddress | undefined {
  if (!fs.existsSync(folder) || !isDataFolderLocked(fs.realpathSync(folder))) return undefined;
  const cluster = path.join(fs.realpathSync(folder), 'cluster');
  if (readPostmaster(cluster).state !== 'ready') return undefined;
  const host = fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[4];
  return host ? { host, port: PORT, user: USER, database: DATABASE } : undefined;
}

async function startOwned(
  options: EmbeddedPostgresOptions,
  folder: string,
  account: OperatingSystemAccount | undefined,
  lock: DataFolderLock,
): Promise<EmbeddedPostgres> {
  const copyFolder = runsAsRoot ? SYSTEM_FOLDER : folder;
  const cluster = path.join(folder, 'cluster');
  const logFile = path.join(folder, 'postgres.log');
  // binaries that made a cluster have worked before: they are tested again only if the start fails
  // (docs/decisions/database.md)
  const made = fs.existsSync(path.join(cluster, 'PG_VERSION'));
  let binaries = made ? usualBinaries(copyFolder) : findPostgresBinaries(account, copyFolder);
  if (made) {
    checkClusterVersion(cluster, binaries);
    await stopPostmaster(cluster); // the server of a dead process: it may be about to stop by itself, so it is not adopted
    checkSpace(folder, SPACE_TO_START);
  } else {
    options.onStep?.('create');
    checkSpace(folder, SPACE_TO_CREATE);
    await createCluster(cluster, USER, binaries, account, options.volatile ?? false);
  }
  options.onStep?.('start');
  await removeLeftoverPostmaster(cluster);
  const socket = chooseSocketFolder(folder, account);
  const launch = () => launchPostmaster({ binaries, cluster, logFile, account, socket: socket.folder, options });
  const first = await launch().catch((error: unknown) => {
    if (!made) throw error;
    if (!canReachFolder(path.dirname(folder), account)) throw folderOutOfReachError(folder);
    const working = findPostgresBinaries(account, copyFolder);
    if (working.folder === binaries.folder) throw error;
    binaries = working;
    return launch();
  });
  const server = restartCrashedPostgresServer(first, {
    launch: async () => {
      await removeLeftoverPostmaster(cluster); // needed if only the shell around it died
      return launch();
    },
    onDeath: () => options.onDeath?.(logFile),
    onRestart: () => options.onRestart?.(),
    onGivenUp: (failure) => options.onGivenUp?.(crashedTooOftenError(logFile, failure)),
  });
  const address = { host: socket.folder, port: PORT, user: USER, database: DATABASE };
  await ensureDatabase(address, cluster);
  await ensureProductRole(address, cluster);
  return {
    address,
    folder,
    logFile,
    stop: async () => {
      await server.stop();
      await stopPostmaster(cluster);
      socket.remove();
      lock.release();
    },
  };
}

/** Creates the folder and returns its real path, which is below {@link SYSTEM_FOLDER} if root's account needs that. */
function prepareFolder(wanted: string, account: OperatingSystemAccount | undefined): string {
  const stat = fs.lstatSync(wanted, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink() && !fs.existsSync(wanted)) fs.rmSync(wanted); // the target of the link was deleted: start again
  fs.mkdirSync(wanted, { recursive: true });
  fs.accessSync(wanted, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  let folder = fs.realpathSync(wanted);
  const made = fs.existsSync(path.join(folder, 'cluster', 'PG_VERSION')); // in that case the account has had access before
  if (!made && !canReachFolder(path.dirname(folder), account)) folder = relocate(wanted, folder);
  makeFolderPrivate(folder, account);
  return folder;
}

/** Replaces an empty folder that the account cannot reach by a link to one that it can. */
function relocate(wanted: string, folder: string): string {
  if (fs.readdirSync(folder).length > 0) throw folderOutOfReachError(folder);
  fs.mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  const within = fs.mkdtempSync(path.join(SYSTEM_FOLDER, 'data-'));
  fs.rmdirSync(folder);
  fs.symlinkSync(within, wanted);
  return within;
}

function checkClusterVersion(cluster: string, binaries: PostgresBinaries): void {
  const major = fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (major === binaries.major) return;
  throw new StartupError({
    'zh-cn': `数据目录 ${cluster} 由 PostgreSQL ${major} 创建，而本程序自带 PostgreSQL ${binaries.major}，请先迁移数据或指定别的 DATA_DIR。`,
    en: `The data in ${cluster} was made by PostgreSQL ${major}, but this program includes PostgreSQL ${binaries.major}; convert the data or set another DATA_DIR.`,
  });
}

function checkSpace(folder: string, needed: number): void {
  const { bavail, bsize } = fs.statfsSync(folder);
  if (bavail * bsize < needed) throw diskFullError(folder, `${Math.floor((bavail * bsize) / 2 ** 20)} MB`);
}

/** Folder of the socket: the data folder, or a private folder with a short path if that is too long for the system. */
function chooseSocketFolder(
  folder: string,
  account: OperatingSystemAccount | undefined,
): { folder: string; remove(): void } {
  if (Buffer.byteLength(folder) <= LONGEST_SOCKET_FOLDER) return { folder, remove: () => {} };
  const short = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-'));
  makeFolderPrivate(short, account);
  return { folder: short, remove: () => fs.rmSync(short, { recursive: true, force: true }) };
}

interface Launch {
  binaries: PostgresBinaries;
  cluster: string;
  logFile: string;
  account: OperatingSystemAccount | undefined;
  socket: string;
  options: EmbeddedPostgresOptions;
}

/**
 * Runs postgres below a small shell that holds the reading end of a pipe from us. When we end, however we end, the pipe
 * closes, `read` returns, and postgres gets a fast shutdown. The standard input of background jobs is /dev/null in
 * POSIX shells, hence descriptor 3. The trap protects the shell from Ctrl-C.
 */
const WATCHDOG = `
  exec 3<&0 </dev/null
  "$0" "$@" 3<&- & server=$!
  trap "" INT TERM
  (read -r _ <&3; kill -INT $server) 2>/dev/null & watcher=$!
  exec 3<&-
  wait $server; status=$?
  kill -9 $watcher 2>/dev/null
  exit $status`;

async function launchPostmaster(launch: Launch): Promise<RunningServer> {
  const { cluster, logFile, account } = launch;
  const folder = path.dirname(cluster);
  // after a crash of the postmaster alone, its last children need a moment to notice: they still hold the shared memory
  const deadline = Date.now() + 15_000;
  for (;;) {
    rotatePostgresLog(logFile);
    const log = fs.openSync(logFile, 'a');
    const logStart = fs.fstatSync(log).size;
    const program = path.join(launch.binaries.folder, 'postgres');
    const child = spawn('/bin/sh', ['-c', WATCHDOG, program, '-D', cluster, ...settingsFor(launch)], {
      ...account,
      cwd: '/',
      env: postgresEnvironment(),
      detached: true, // a separate process group, not reached by Ctrl-C
      stdio: ['pipe', log, log],
    });
    launch.options.onLaunched?.();
    fs.closeSync(log); // a file and not a pipe: PostgreSQL must be able to log after we are gone
    let ended: string | undefined;
    const exited = new Promise<void>((resolve) => {
      child.on('error', (error) => {
        ended = error.message;
        resolve();
      });
      child.on('exit', (code, signal) => {
        ended = `exit ${code ?? signal}`;
        resolve();
      });
    });
    while (ended === undefined && readPostmaster(cluster).state !== 'ready') await sleep(5);
    if (ended === undefined) {
      child.unref();
      (child.stdin as net.Socket).unref();
      return { ended: exited };
    }
    const output = readPostgresLog(logFile, logStart) || ended;
    const before = output.includes('"postmaster.pid" already exists');
    if (!(before || output.includes('shared memory block')) || Date.now() > deadline) {
      throw explainServerFailure(folder, output, 'PostgreSQL');
    }
    // the folder is ours: this is a server that a killed owner had restarted just before it died
    if (before) await removeLeftoverPostmaster(cluster);
    await sleep(200);
  }
}

function settingsFor({ socket, options }: Launch): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '',
    unix_socket_directories: socket,
    unix_socket_permissions: '0700',
    port: PORT,
    max_connections: 100,
    shared_buffers: os.totalmem() >= 4 * 2 ** 30 ? '256MB' : '64MB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    effective_cache_size: `${Math.max(256, Math.floor(os.totalmem() / 2 / 2 ** 20))}MB`,
    random_page_cost: 1.1,
    max_wal_size: '2GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
  };
  // after a crash the folder is flushed as a whole, not file by file: measured 1.7 s instead of 5 on a busy disk
  if (process.platform === 'linux') settings.recovery_init_sync_method = 'syncfs';
  if (hasSmallSharedMemory()) settings.dynamic_shared_memory_type = 'mmap';
  if (options.volatile) Object.assign(settings, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' });
  Object.assign(settings, options.settings);
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Containers get 64 MB of /dev/shm by default, too little for parallel queries. */
function hasSmallSharedMemory(): boolean {
  try {
    const { blocks, bsize } = fs.statfsSync('/dev/shm');
    return blocks * bsize < 256 * 2 ** 20;
  } catch {
    return false;
  }
}
