import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { StartupError } from '#server/startup-error.ts';

/** The operating-system account that PostgreSQL runs as. Undefined: that of this process. */
export interface OperatingSystemAccount {
  uid: number;
  gid: number;
}

export const runsAsRoot = process.getuid?.() === 0;

/** Accounts that exist on nearly every Unix; initdb refuses a number without an entry in /etc/passwd. */
const PREFERRED = ['postgres', 'nobody'];

/**
 * The account for PostgreSQL, which refuses to run as root: the owner of an existing cluster that is not root, else
 * `postgres`, else `nobody`. No account is created.
 */
export function choosePostgresAccount(clusterFolder: string): OperatingSystemAccount | undefined {
  if (!runsAsRoot) return undefined;
  const owner = fs.statSync(clusterFolder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const entries = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of PREFERRED) {
    const entry = entries.find(([entryName]) => entryName === name);
    if (entry) return { uid: Number(entry[2]) | 0, gid: Number(entry[3]) | 0 };
  }
  throw new StartupError({
    'zh-cn':
      '以 root 运行时需要系统中有 postgres 或 nobody 账户来运行内置数据库，请添加其一，或改用普通用户或 DATABASE_URL。',
    en: 'When run as root, the embedded database needs an account named postgres or nobody. Add one, or use an ordinary user or DATABASE_URL.',
  });
}

/** Gives a folder to the account, closed to everybody else. */
export function makeFolderPrivate(folder: string, account: OperatingSystemAccount | undefined): void {
  if (account) fs.chownSync(folder, account.uid, account.gid);
  fs.chmodSync(folder, 0o700);
}

/** Whether the account can reach the folder: a clone below /root (0700) is closed to others. */
export function canReachFolder(folder: string, account: OperatingSystemAccount | undefined): boolean {
  if (!account) return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}
