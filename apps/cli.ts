import { parseArgs } from 'node:util';
import {
  addMissingDemoEnterprises,
  type DemoSize,
  demoSizes,
} from '#modules/demo/server/add-missing-demo-enterprises-to-area.ts';
import { createFirstGroupsAndAdmin, generatePassword } from '#modules/identity/server/account/create-first-accounts.ts';
import { resetAdminPassword } from '#modules/identity/server/account/reset-admin-password.ts';
import { resources } from '#modules/registry.ts';
import { serverModules } from '#modules/server.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { createLog } from '#server/log.ts';
import { createEngine } from '#server/platform/create-engine-and-prepare-modules.ts';
import { indexNames } from '#server/read/search/index-row-names-for-search.ts';
import { reportStartFailure } from '#server/run-program-until-signal.ts';
import { StartupError } from '#server/startup-error.ts';
import { backUp, restore } from './backup-commands.ts';
import { printMessage, withDatabase } from './cli-database.ts';
import { createTrialAccounts } from './create-trial-accounts.ts';
import { scoreDemoEnterprises } from './score-demo-enterprises.ts';
import { accountLines } from './startup-banner.ts';
import { verify } from './verify-files-command.ts';

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

async function withEngine(config: Config, work: (engine: Engine) => Promise<void>): Promise<void> {
  await withDatabase(config, async (db) => {
    const { engine } = await createEngine({ db, config, log, resources, modules: serverModules });
    await work(engine);
  });
}

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
  await withEngine(config, async (engine) => {
    const area = engine.reference.areas().get(code);
    if (!area) {
      throw new StartupError({
        'zh-cn': `没有代码为 ${code} 的省、市或县（GB/T 2260）。`,
        en: `There is no province, prefecture or county with the code ${code} (GB/T 2260).`,
      });
    }
    printMessage(`… ${area.full_name ?? area.name}（${code}）`);
    const first = await createFirstGroupsAndAdmin(engine);
    const made = await addMissingDemoEnterprises(engine, {
      areaCode: code,
      size: size as DemoSize,
      onProgress: showProgress,
    });
    if (made.enterprises > 0) await scoreDemoEnterprises(engine);
    if (made.enterprises === 0) {
      printMessage(
        `✓ 该地区已有 ${made.before} 家企业，未再添加 The area has ${made.before} enterprises already; none were added`,
      );
    } else {
      printMessage(
        `✓ 企业 ${made.enterprises} enterprises，许可证 ${made.licences} licences，从业人员 ${made.staff} staff` +
          (made.before > 0 ? `（原有 ${made.before} 家企业 enterprises before）` : ''),
      );
    }
    const accounts = await createTrialAccounts(engine, code, config.adminPassword);
    for (const line of accountLines([...(first ? [first] : []), ...accounts])) printMessage(line);
  });
}

/** Progress on one line of a terminal; in a file one line per tenth. */
function showProgress(done: number, total: number): void {
  if (process.stdout.isTTY) {
    process.stdout.write(`\r… ${done} / ${total}${done >= total ? '\r\x1b[K' : ''}`);
  } else if (done >= total || Math.floor((done * 10) / total) > Math.floor(((done - 1000) * 10) / total)) {
    printMessage(`… ${done} / ${total}`);
  }
}

async function administrate(config: Config, args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [action, username = 'admin', ...more] = positionals;
  if (action !== 'reset' || more.length > 0) throw new UsageError();
  await withEngine(config, async (engine) => {
    const password = generatePassword();
    const reset = await resetAdminPassword(engine, username, password);
    if (!reset) {
      throw new StartupError({
        'zh-cn': `没有管理员 ${username}；首个管理员在首次 npm start 时建立。`,
        en: `There is no administrator ${username}; the first one is made by the first npm start.`,
      });
    }
    printMessage(`✓ 已结束 ${reset.sessions} 处登录 sessions ended: ${reset.sessions}`);
    if (!reset.enabled) printMessage('! 该账号已禁用，仍不能登录 This account is disabled and still cannot sign in');
    printMessage(`  用户名 Username  ${reset.username}\n  新密码 Password  ${password}`);
  });
}

/** Wrong arguments: printed with the usage. */
class UsageError extends Error {}

const commands: Readonly<Record<string, (config: Config, args: string[]) => Promise<void>>> = {
  migrate: (config) =>
    withDatabase(config, async (_db, applied) => {
      if (applied.length === 0) printMessage('✓ 数据库结构已是最新 The database is up to date');
    }),
  backup: backUp,
  restore,
  verify,
  demo: loadDemoArea,
  reindex: (config) =>
    withEngine(config, async ({ db, resources: all }) => {
      const read = await indexNames(db, all, { again: true });
      printMessage(`✓ 已检查 ${read} 行 rows checked`);
    }),
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
