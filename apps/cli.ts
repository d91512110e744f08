import { parseArgs } from 'node:util';
import { type DemoSize, demoSizes } from '#modules/demo/server/demo-sizes.ts';
import { type Config, readConfig } from '#server/config.ts';
import { createLog } from '#server/log.ts';
import { reportStartFailure } from '#server/run-program-until-signal.ts';
import { StartupError } from '#server/startup-error.ts';

const usage = `用法 Usage
  npm run migrate                                              更新数据库结构 bring the database to this version
  npm run demo -- --area <代码 code> [--size prefecture|province]  补足某地区的演示数据 top an area up with demonstration data
  npm run backup [-- --keep <份数 n>] [--key <目录 folder>]         备份数据库与文件，密钥另存 back up database and files, the key apart
  npm run restore [-- <备份 backup>] [--replace] [--key <文件 file>]  恢复 restore a backup; --rehearse 只演练并比对 tries it and compares
  npm run verify                                               核验文件与文书是否与存储时一致 whether files and documents are as they were stored
  npm run reindex                                              重建按姓名、拼音搜索的索引 rebuild the index of names and pinyin
  npm run admin -- reset [用户名 username]                       设置新密码并结束其登录 set a new password and end the sessions
`;

const log = createLog({ level: 'warn', pretty: true });

async function loadDemoArea(config: Config, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { area: { type: 'string' }, size: { type: 'string' } } });
  const code = values.area ?? '';
  const size = values.size ?? (code.endsWith('0000') ? 'province' : 'prefecture');
  if (!Object.hasOwn(demoSizes, size)) {
    throw new StartupError({
      'zh-cn': `--size 应为 ${Object.keys(demoSizes).join(' 或 ')}，而不是 ${size}。`,
      en: `--size must be ${Object.keys(demoSizes).join(' or ')}, not ${size}.`,
    });
  }
  if (!/^\d{6}$/.test(code)) {
    throw new StartupError({
      'zh-cn': '请用 --area 给出六位行政区划代码，例如 --area 530100（昆明市）。',
      en: 'Give the six-digit division code with --area, e.g. --area 530100 (Kunming).',
    });
  }
  const commands = await loadEngineCommands();
  await commands.loadDemoArea({ config, log }, code, size as DemoSize);
}

async function administrate(config: Config, args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [action, username = 'admin', ...more] = positionals;
  if (action !== 'reset' || more.length > 0) throw new UsageError();
  await (await loadEngineCommands()).resetPassword({ config, log }, username);
}

async function migrate(config: Config): Promise<void> {
  const { printMessage, withDatabase } = await import('./cli-database.ts');
  await withDatabase(config, async (_db, applied) => {
    if (applied.length === 0) printMessage('✓ 数据库结构已是最新 The database is up to date');
  });
}

/** Commands load what they need themselves: all modules take a second of a processor, which only some of them need. */
const loadEngineCommands = () => import('./engine-commands.ts');
const loadBackupCommands = () => import('./backup-commands.ts');

/** Wrong arguments: printed with the usage. */
class UsageError extends Error {}

const commands: Readonly<Record<string, (config: Config, args: string[]) => Promise<void>>> = {
  migrate,
  backup: async (config, args) => (await loadBackupCommands()).backUp(config, args),
  restore: async (config, args) => (await loadBackupCommands()).restore(config, args),
  verify: async (config, args) => (await import('./verify-files-command.ts')).verify(config, args),
  demo: loadDemoArea,
  reindex: async (config) => (await loadEngineCommands()).reindex({ config, log }),
  admin: administrate,
};

const [command = '', ...args] = process.argv.slice(2);
try {
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!run) throw new UsageError();
  await run(readConfig(), args);
} catch (error) {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof UsageError || code?.startsWith('ERR_PARSE_ARGS')) process.stderr.write(usage);
  else reportStartFailure(error, log);
  process.exitCode = 1;
}
