import { addMissingDemoEnterprises } from '#modules/demo/server/add-missing-demo-enterprises-to-area.ts';
import type { DemoSize } from '#modules/demo/server/demo-sizes.ts';
import { createFirstGroupsAndAdmin, generatePassword } from '#modules/identity/server/account/create-first-accounts.ts';
import { resetAdminPassword } from '#modules/identity/server/account/reset-admin-password.ts';
import { resources } from '#modules/registry.ts';
import { serverModules } from '#modules/server.ts';
import type { Config } from '#server/config.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Log } from '#server/log.ts';
import { createEngine } from '#server/platform/create-engine-and-prepare-modules.ts';
import { indexNames } from '#server/read/search/index-row-names-for-search.ts';
import { StartupError } from '#server/startup-error.ts';
import { printMessage, withDatabase } from './cli-database.ts';
import { createTrialAccounts } from './create-trial-accounts.ts';
import { scoreDemoEnterprises } from './score-demo-enterprises.ts';
import { accountLines } from './startup-banner.ts';

/** The settings and the log of a command. */
export interface CommandContext {
  readonly config: Config;
  readonly log: Log;
}

async function withEngine({ config, log }: CommandContext, work: (engine: Engine) => Promise<void>): Promise<void> {
  await withDatabase(config, async (db) => {
    const { engine } = await createEngine({ db, config, log, resources, modules: serverModules });
    await work(engine);
  });
}

/** `npm run demo -- --area <code> [--size prefecture|province]`: tops an area up with demonstration data. */
export async function loadDemoArea(on: CommandContext, code: string, size: DemoSize): Promise<void> {
  await withEngine(on, async (engine) => {
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
      size,
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
    const accounts = await createTrialAccounts(engine, code, on.config.adminPassword);
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

/** `npm run admin -- reset [username]`: sets a new password and ends the sessions. */
export async function resetPassword(on: CommandContext, username: string): Promise<void> {
  await withEngine(on, async (engine) => {
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

/** `npm run reindex`: rebuilds the index of names and pinyin. */
export async function reindex(on: CommandContext): Promise<void> {
  await withEngine(on, async ({ db, resources: all }) => {
    const read = await indexNames(db, all, { again: true });
    printMessage(`✓ 已检查 ${read} 行 rows checked`);
  });
}
