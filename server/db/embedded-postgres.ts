import { execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import type net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Account, canReach, chooseAccount, makePrivate, runsAsRoot } from '#server/db/embedded/account.ts';
import { type Binaries, findBinaries } from '#server/db/embedded/binaries.ts';
import { keepRunning, type RunningServer } from '#server/db/embedded/keep-running.ts';
import { readLog, rotateLog } from '#server/db/embedded/log-file.ts';
import { isOwned, type OwnerLock, takeOwnerLock } from '#server/db/embedded/owner-lock.ts';
import { clearAway, readPostmaster, stopPostmaster } from '#server/db/embedded/postmaster.ts';
import { StartupError } from '#server/startup-error.ts';

/**
 * Where root keeps what the unprivileged account cannot reach in the project's own folder. Owned by root, unlike
 * /var/tmp, where anybody could plant a folder of that name beforehand.
 */
const SYSTEM_FOLDER = '/var/lib/xingjian';

const USER = 'xingjian';
const DATABASE = 'xingjian';
/** Part of the socket's file name only: nothing listens on the network. */
const PORT = 5432;
/** sun_path of a Unix socket holds 107 bytes, of which "/.s.PGSQL.5432.lock" takes 19. */
const LONGEST_SOCKET_FOLDER = 85;
/** A new cluster takes 40 MB and its first segment of the log 16 MB. */
const SPACE_TO_CREATE = 160 * 2 ** 20;
const SPACE_TO_START = 24 * 2 ** 20;

export interface EmbeddedPostgresOptions {
  /** Where the cluster lives, e.g. data/postgres. Made when missing. */
  folder: string;
  /** Server settings on top of ours. */
  settings?: Readonly<Record<string, string | number>>;
  /** For tests: no fsync. Twice as fast, and worthless after a crash of the machine. */
  volatile?: boolean;
  /** Told what is about to take time. */
  onStep?: (step: 'create' | 'start') => void;
  /** Told when the process is there, which takes a while until it answers. */
  onLaunched?: () => void;
  /** Told when PostgreSQL ended although nobody had asked it to; it is started again. */
  onDeath?: (logFile: string) => void;
  /** Told when it runs again. */
  onRestart?: () => void;
  /** Told when it died too often to be started again. */
  onGivenUp?: (reason: StartupError) => void;
}

/** A place that `openDatabase` can open. */
export interface SocketAddress {
  /** Folder of the Unix socket. */
  host: string;
  port: number;
  user: string;
  database: string;
}

export interface EmbeddedPostgres {
  address: SocketAddress;
  /** Where the data really lies (see {@link SYSTEM_FOLDER}). */
  folder: string;
  logFile: string;
  /** Stops PostgreSQL cleanly and gives the folder free. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that ships as an npm package, creating the cluster at the first start. It answers on a Unix
 * socket in a private folder only: no port to clash, no password to leak. It ends with this process, even after
 * `kill -9`. One process owns a folder at a time; whatever a dead owner left behind is stopped and cleaned up first.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  let lock: OwnerLock | undefined;
  try {
    const account = chooseAccount(path.join(options.folder, 'cluster'));
    const folder = prepareFolder(options.folder, account);
    lock = takeOwnerLock(folder);
    return await startOwned(options, folder, account, lock);
  } catch (error) {
    lock?.release();
    throw explainFolderFailure(options.folder, error);
  }
}

/** The address of the embedded PostgreSQL that another living process runs on this folder, for command-line tools. */
export function findRunningPostgres(folder: string): SocketAddress | undefined {
  if (!fs.existsSync(folder) || !isOwned(fs.realpathSync(folder))) return undefined;
  const cluster = path.join(fs.realpathSync(folder), 'cluster');
  if (readPostmaster(cluster).state !== 'ready') return undefined;
  const host = fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[4];
  return host ? { host, port: PORT, user: USER, database: DATABASE } : undefined;
}

async function startOwned(
  options: EmbeddedPostgresOptions,
  folder: string,
  account: Account | undefined,
  lock: OwnerLock,
): Promise<EmbeddedPostgres> {
  const binaries = findBinaries(account, runsAsRoot ? SYSTEM_FOLDER : folder);
  const cluster = path.join(folder, 'cluster');
  const logFile = path.join(folder, 'postgres.log');
  if (fs.existsSync(path.join(cluster, 'PG_VERSION'))) {
    checkClusterVersion(cluster, binaries);
    await stopPostmaster(cluster); // a dead owner's server: it may be about to stop by itself, so it is no use adopting it
    checkSpace(folder, SPACE_TO_START);
  } else {
    options.onStep?.('create');
    checkSpace(folder, SPACE_TO_CREATE);
    await createCluster(cluster, binaries, account, options.volatile ?? false);
  }
  options.onStep?.('start');
  await clearAway(cluster);
  const socket = chooseSocketFolder(folder, account);
  const launch = { binaries, cluster, logFile, account, socket: socket.folder, options };
  const server = keepRunning(await launchPostmaster(launch), {
    launch: async () => {
      await clearAway(cluster); // where it is only the shell around it that died
      return launchPostmaster(launch);
    },
    onDeath: () => options.onDeath?.(logFile),
    onRestart: () => options.onRestart?.(),
    onGivenUp: (failure) => options.onGivenUp?.(diedTooOften(logFile, failure)),
  });
  const address = { host: socket.folder, port: PORT, user: USER, database: DATABASE };
  await ensureDatabase(address);
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

/** Makes the folder and returns its real path, which is below {@link SYSTEM_FOLDER} where root's account needs that. */
function prepareFolder(wanted: string, account: Account | undefined): string {
  const stat = fs.lstatSync(wanted, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink() && !fs.existsSync(wanted)) fs.rmSync(wanted); // its goal was deleted: begin anew
  fs.mkdirSync(wanted, { recursive: true });
  fs.accessSync(wanted, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  let folder = fs.realpathSync(wanted);
  if (!canReach(path.dirname(folder), account)) folder = relocate(wanted, folder);
  makePrivate(folder, account);
  return folder;
}

/** Replaces an empty folder out of the account's reach by a link to one within. */
function relocate(wanted: string, folder: string): string {
  if (fs.readdirSync(folder).length > 0) {
    throw new StartupError({
      'zh-cn': `运行数据库的账户无法进入 ${folder} 的上级目录，请用 DATA_DIR 指定它能进入的目录。`,
      en: `The account that runs the database cannot enter the folders above ${folder}; set DATA_DIR to one it can.`,
    });
  }
  fs.mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 });
  const within = fs.mkdtempSync(path.join(SYSTEM_FOLDER, 'data-'));
  fs.rmdirSync(folder);
  fs.symlinkSync(within, wanted);
  return within;
}

function checkClusterVersion(cluster: string, binaries: Binaries): void {
  const major = fs.readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (major === binaries.major) return;
  throw new StartupError({
    'zh-cn': `数据目录 ${cluster} 由 PostgreSQL ${major} 创建，而本程序自带 PostgreSQL ${binaries.major}，请先迁移数据或指定别的 DATA_DIR。`,
    en: `The data in ${cluster} was made by PostgreSQL ${major}, but this program brings PostgreSQL ${binaries.major}; convert the data or set another DATA_DIR.`,
  });
}

function checkSpace(folder: string, needed: number): void {
  const { bavail, bsize } = fs.statfsSync(folder);
  if (bavail * bsize < needed) throw diskFull(folder, `${Math.floor((bavail * bsize) / 2 ** 20)} MB`);
}

/** initdb into a folder beside, then rename: one that was killed leaves no half cluster. */
async function createCluster(cluster: string, binaries: Binaries, account: Account | undefined, volatile: boolean) {
  const unfinished = `${cluster}.unfinished`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  const ctype = process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8';
  // The builtin C.UTF-8 locale knows Chinese letters on any machine; under plain C pg_trgm ignores Chinese text.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--lc-collate=C', `--lc-ctype=${ctype}`];
  const formats = ['messages', 'monetary', 'numeric', 'time'].map((category) => `--lc-${category}=C`);
  const args = ['-D', unfinished, '-U', USER, '-A', 'trust', '-E', 'UTF8', ...locale, ...formats];
  if (volatile) args.push('--no-sync');
  try {
    await promisify(execFile)(path.join(binaries.folder, 'initdb'), args, { ...account, cwd: '/', env: environment() });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw explainServerFailure(path.dirname(cluster), stderr || message, 'initdb');
  }
  fs.renameSync(unfinished, cluster);
}

/** Nothing of ours that PostgreSQL has no use for: passwords least of all. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', TZ: 'UTC' };
}

/** The socket lies with the data, unless that path is too long for the system: then in a private folder with a short one. */
function chooseSocketFolder(folder: string, account: Account | undefined): { folder: string; remove(): void } {
  if (Buffer.byteLength(folder) <= LONGEST_SOCKET_FOLDER) return { folder, remove: () => {} };
  const short = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-'));
  makePrivate(short, account);
  return { folder: short, remove: () => fs.rmSync(short, { recursive: true, force: true }) };
}

interface Launch {
  binaries: Binaries;
  cluster: string;
  logFile: string;
  account: Account | undefined;
  socket: string;
  options: EmbeddedPostgresOptions;
}

/**
 * Runs postgres below a small shell that holds the reading end of a pipe from us. When we end, however we end, the
 * pipe closes, `read` returns, and postgres gets a fast shutdown. A background job's standard input is /dev/null in
 * POSIX shells, hence the detour over descriptor 3. The trap keeps a terminal's Ctrl-C from the shell itself.
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
  // After a crash that took only the postmaster, its last children need a moment to notice: they still hold the memory
  const deadline = Date.now() + 15_000;
  for (;;) {
    rotateLog(logFile);
    const log = fs.openSync(logFile, 'a');
    const logStart = fs.fstatSync(log).size;
    const program = path.join(launch.binaries.folder, 'postgres');
    const child = spawn('/bin/sh', ['-c', WATCHDOG, program, '-D', cluster, ...settingsFor(launch)], {
      ...account,
      cwd: '/',
      env: environment(),
      detached: true, // its own process group, out of reach of Ctrl-C
      stdio: ['pipe', log, log],
    });
    launch.options.onLaunched?.();
    fs.closeSync(log); // a file and not a pipe: PostgreSQL must be able to write its last words after we are gone
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
    const words = readLog(logFile, logStart) || ended;
    const before = words.includes('"postmaster.pid" already exists');
    if (!(before || words.includes('shared memory block')) || Date.now() > deadline) {
      throw explainServerFailure(folder, words, 'PostgreSQL');
    }
    // the folder is ours: it is what an owner that was killed had started again just before it died
    if (before) await clearAway(cluster);
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

async function ensureDatabase(address: SocketAddress): Promise<void> {
  const client = new pg.Client({ ...address, database: 'postgres' }).on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** One sentence for a system call that failed on the data folder. */
function explainFolderFailure(folder: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof StartupError) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(folder);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return notWritable(folder, error);
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new StartupError(
      {
        'zh-cn': `数据目录 ${folder} 的路径上有一个同名文件，请用 DATA_DIR 指定别的目录。`,
        en: `A file stands where the data folder ${folder} should be; set DATA_DIR to another folder.`,
      },
      { cause: error },
    );
  }
  return error;
}

/** One sentence for words that initdb or postgres left behind. */
function explainServerFailure(folder: string, words: string, program: string): StartupError {
  if (/No space left on device|disk quota exceeded/i.test(words)) return diskFull(folder);
  if (/Permission denied|Read-only file system/i.test(words)) return notWritable(folder, new Error(words));
  const lines = words.split('\n');
  const decisive = lines.find((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? '';
  const reason = decisive.replace(/^.*?(?:FATAL|PANIC|error):\s*/, '').replace(/[.\s]+$/, '');
  return new StartupError(
    {
      'zh-cn': `内置数据库（${program}）未能启动：${reason}，详见 ${path.join(folder, 'postgres.log')}。`,
      en: `The embedded database (${program}) did not start: ${reason}; see ${path.join(folder, 'postgres.log')}.`,
    },
    { cause: new Error(words) },
  );
}

/** What the server that worked on it says at its end: the reason of the last failed start, where there was one. */
function diedTooOften(logFile: string, failure: unknown): StartupError {
  const why = failure instanceof StartupError ? failure.text : undefined;
  return new StartupError(
    {
      'zh-cn': `内置数据库一分钟内三次意外终止，行鉴已停止运行。${why?.['zh-cn'] ?? `原因见 ${logFile}。`}`,
      en: `The embedded database ended three times within a minute, so Xingjian has stopped. ${why?.en ?? `See ${logFile} for the reason.`}`,
    },
    { cause: failure },
  );
}

function diskFull(folder: string, left = '0 MB'): StartupError {
  return new StartupError({
    'zh-cn': `磁盘空间不足：数据目录 ${folder} 所在磁盘只剩 ${left}，请清理磁盘或用 DATA_DIR 指定别的磁盘。`,
    en: `The disk is full: ${left} left where the data folder ${folder} lies; free some space or set DATA_DIR to another disk.`,
  });
}

function notWritable(folder: string, cause: unknown): StartupError {
  return new StartupError(
    {
      'zh-cn': `数据目录 ${folder} 不可写（只读，或属于其他账户），请修正权限或用 DATA_DIR 指定别的目录。`,
      en: `The data folder ${folder} cannot be written (read-only, or another account's); correct that or set DATA_DIR to another folder.`,
    },
    { cause },
  );
}
