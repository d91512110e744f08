import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { smsDebugBoxScreen } from '#modules/message/contract/module.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { terminalSettings } from '#modules/web-terminal/contract/terminal-settings.ts';
import { failedSignInsBeforeSession, previousSignInText } from '#server/auth/previous-sign-in-and-failures-sql.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { publicFilesUrlPrefix, uploadConfigForClient } from '#server/files/storage/upload-config-for-clients.ts';
import { avatarUrl } from '#server/http/connection/avatar-url.ts';
import { originUrl } from '#server/http/connection/complete-paths-to-full-urls.ts';
import { JsonText } from '#server/http/connection/encode-response-envelope.ts';
import { type Action, responseSent } from '#server/http/controller.ts';
import { type CallWithValidatedInput, call } from '#server/http/declare-http-call-with-validated-input.ts';
import {
  boolean,
  bootQuery,
  enumOf,
  integer,
  key,
  list,
  object,
  string,
} from '#server/open-api/json-schema-shorthands.ts';
import { badParameter, notFound, Refused } from '#server/refusal.ts';
import { displayPreferencesForBootAnswer } from '#server/system/display-preferences-of-account.ts';
import { calendarForBootAnswer } from '#server/system/working-day-calendar-for-clients.ts';
import { readViewedGroup } from '../access/view-as-group-controller.ts';
import { readPlatformName } from '../account/read-platform-name.ts';
import { missingScreenPageForBuildAdmin, withHostInUrls } from '../menu/buildadmin-menu-rule.ts';
import { cacheMenus, menusVersion } from '../menu/cache-menus-per-permissions.ts';

const noMenus = text('无后台菜单，请联系超级管理员！', 'No background menu, please contact the super administrator!');

/** Start-up data of the back office (wire contract §2.4). */
export function adminStartUpDataAction(): Action {
  const menusOf = cacheMenus();
  return call({
    gate: 'login',
    summary: text('后台启动数据：本人、菜单、站点', 'Start-up data of the back office: user, menus, site'),
    input: bootQuery,
    answer: object({
      adminInfo: object({
        id: key,
        username: string,
        nickname: string,
        avatar: string,
        lastlogintime: string,
        failures: integer,
        super: boolean,
        area_code: string,
      }),
      menus: list(
        object({ id: key, pid: integer, type: enumOf('menu_dir', 'menu', 'button'), name: string, title: string }),
      ),
      siteConfig: object({ siteName: string, version: string, cdnUrl: string, apiUrl: string, upload: object({}) }),
      settings: object({}),
      words: string,
      terminal: object({}),
      now: integer,
    }),
    run: (made) => readBoot(menusOf, made),
  });
}

/** Shown in a frame by stock clients in place of the screens they do not have. */
export const missingScreenNotice = call({
  gate: 'none',
  summary: text(
    '没有对应页面的客户端在框中显示的说明，链接到本平台的界面',
    'Notice with a link to this platform, shown in a frame by clients that have no such page',
  ),
  input: { page: field.text(text('规则路径', 'Rule path'), { required: true, max: 100 }) },
  raw: 'text/html',
  async run({ input: { page }, reply }) {
    if (!/^[\w-]+(\/[\w-]+)*$/.test(page)) throw badParameter();
    // it contains only a link, so any origin may frame it
    reply.removeHeader('X-Frame-Options');
    await reply
      .header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *")
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .type('text/html; charset=utf-8')
      .send(missingScreenPageForBuildAdmin(page));
    return responseSent;
  },
});

/** Settings of the stock client's terminal, under its names. */
function terminalOf({ settings }: Pick<Engine, 'settings'>) {
  const { port, package_manager } = settings(terminalSettings);
  return { installServicePort: String(port), npmPackageManager: package_manager };
}

async function readBoot(menusOf: ReturnType<typeof cacheMenus>, made: CallWithValidatedInput<typeof bootQuery>) {
  const { caller, engine, request, query, input } = made;
  const row = await engine.db.row<{
    id: number;
    username: string;
    nickname: string;
    avatar: string | null;
    lastlogintime: string;
    failures: number;
    area_code: string;
    rules: string;
  }>(sql`select id, username, nickname, avatar, area_code, ${menusVersion} as rules,
      ${previousSignInText(caller.sessionId)} as lastlogintime, ${failedSignInsBeforeSession(caller.sessionId)} as failures from auth_admin where id = ${caller.id}`);
  if (!row) throw notFound();
  const { rules, ...info } = row;
  const hidden = caller.super && engine.smsSink ? [] : [smsDebugBoxScreen.name];
  const [menus, preferences] = await Promise.all([
    menusOf(engine.db, caller, rules, hidden),
    displayPreferencesForBootAnswer(engine.db, caller, input.preferences),
  ]);
  if (menus === '[]') throw new Refused(noMenus);
  const area = engine.reference.areas().get(info.area_code ?? '');
  const rest = JSON.stringify({
    adminInfo: {
      ...info,
      avatar: avatarUrl(info.avatar, info.nickname, request.host),
      super: caller.super,
      viewing: await readViewedGroup(engine, caller),
      area: area ? { code: area.code, name: area.name, full_name: area.full_name } : null,
    },
    siteConfig: {
      siteName: readPlatformName(engine, caller.locale),
      recordNumber: engine.settings(siteSettings).record_number ?? '',
      carRentalUrl: engine.settings(siteSettings).car_rental_url ?? '',
      version: '0.1.0',
      cdnUrl: publicFilesUrlPrefix(engine) || originUrl(request.host),
      apiUrl: '',
      upload: uploadConfigForClient(engine, caller),
    },
    settings: engine.settingCache.public(),
    words: engine.optionLists.version(),
    // an empty version is that of a browser that has none yet, so not the same as no version
    ...engine.optionLists.bootPart(query.words),
    ...preferences,
    ...calendarForBootAnswer(engine.reference, input.calendar),
    terminal: terminalOf(engine),
    now: Math.floor(Date.now() / 1000),
  });
  return new JsonText(`{"menus":${withHostInUrls(menus, request.host)},${rest.slice(1)}`);
}
