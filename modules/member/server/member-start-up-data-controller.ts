import type { Module } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { failedSignInsBeforeSession } from '#server/auth/previous-sign-in-and-failures-sql.ts';
import { signedInMemberProfileColumns } from '#server/auth/signed-in-member-profile-columns.ts';
import { sql } from '#server/db/sql.ts';
import { avatarUrl } from '#server/http/connection/avatar-url.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { tokenOfRequest } from '#server/http/dispatch-call-to-controller.ts';
import type { ValueOfSchema } from '#server/http/json-schema-and-call-description-types.ts';
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
import { readOwningRowsWithTitleAndRoles } from '#server/read/list/owning-rows-and-roles-of-member-session.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { displayPreferencesForBootAnswer } from '#server/system/display-preferences-of-account.ts';
import { calendarForBootAnswer } from '#server/system/working-day-calendar-for-clients.ts';
import { readMemberMenus, readOpeningScreen } from './read-member-menu-and-opening-screen.ts';

const closed = text(
  '会员中心已禁用，请联系网站管理员开启。',
  'The member centre is disabled. Contact the site administrator to enable it.',
);
const nothing = text('没有可用操作，请联系管理员~', 'No available actions. Please contact the administrator');

const memberInfo = {
  id: key,
  username: string,
  nickname: string,
  avatar: string,
  money: string,
  score: integer,
  lastlogintime: integer,
  failures: integer,
};
type MemberInfo = { [N in keyof typeof memberInfo]: ValueOfSchema<(typeof memberInfo)[N]> };

const bootData = object({
  userInfo: object(memberInfo),
  menus: list(
    object({
      id: integer,
      pid: integer,
      type: enumOf('menu_dir', 'menu', 'route', 'button'),
      name: string,
      title: string,
    }),
  ),
  held: list(
    object({
      resource: string,
      roles: list(string),
      list: list(object({ id: integer, title: string, role: string })),
      more: boolean,
    }),
  ),
  opens: string,
  settings: object({}),
  words: string,
});

/** Start-up data of the member centre (wire contract §2.9). */
export const memberStartUpDataController = (modules: readonly Module[]): Controller => ({
  app: 'api',
  name: 'user',
  actions: {
    index: call({
      gate: 'login',
      secret: true,
      summary: text('会员中心启动数据', 'Start-up data of the member centre'),
      input: bootQuery,
      answer: bootData,
      async run({ engine, caller, input, query, params, request }) {
        if (engine.settings(siteSettings).member_center === '0')
          throw new Refused(closed, { data: { reason: 'forbidden' } });
        const held = await readOwningRowsWithTitleAndRoles(engine, caller);
        const menus = await readMemberMenus(engine, caller, held, modules);
        if (menus.length === 0) throw new Refused(nothing, { data: { reason: 'forbidden' } });
        const info = await engine.db.row<MemberInfo>(
          sql`select ${signedInMemberProfileColumns(caller.sessionId)}, ${failedSignInsBeforeSession(caller.sessionId)} as failures from member where id = ${caller.id}`,
        );
        if (!info) throw notFound();
        return {
          userInfo: {
            ...info,
            avatar: avatarUrl(info.avatar, info.nickname, request.host),
            // clients overwrite their stored sign-in data with this answer, but keep their refresh token
            token: tokenOfRequest(request, params, 'ba-user-token'),
            refreshToken: '',
          },
          menus,
          held,
          opens: await readOpeningScreen(engine, caller, held, modules),
          settings: engine.settingCache.public(),
          words: engine.optionLists.version(),
          // an empty version is that of a browser that has none yet, so not the same as no version
          ...engine.optionLists.bootPart(query.words),
          ...(await displayPreferencesForBootAnswer(engine.db, caller, input.preferences)),
          ...calendarForBootAnswer(engine.reference, input.calendar),
        };
      },
    }),
  },
});
