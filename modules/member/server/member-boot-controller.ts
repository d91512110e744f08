import type { Module } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { memberInfoColumns } from '#server/auth/member-info-columns.ts';
import { failedSignInsSince } from '#server/auth/previous-sign-in.ts';
import { sql } from '#server/db/sql.ts';
import { avatarUrl } from '#server/http/connection/avatar-url.ts';
import type { Controller } from '#server/http/controller.ts';
import { tokenOf } from '#server/http/dispatch.ts';
import type { Platform } from '#server/platform/server-module.ts';
import { readMemberHoldings } from '#server/read/list/member-holdings.ts';
import { Refused } from '#server/refusal.ts';
import { preferencesForBoot } from '#server/system/preferences.ts';
import { calendarForBoot } from '#server/system/working-day-calendar.ts';
import { readMemberMenus, readOpeningScreen } from './member-menu.ts';

const closed = text(
  '会员中心已禁用，请联系网站管理员开启。',
  'The member centre is disabled. Contact the site administrator to enable it.',
);
const nothing = text('没有可用操作，请联系管理员~', 'No available actions. Please contact the administrator');

/** Start-up data of the member centre (wire contract §2.9). */
export const memberBootController = ({ engine }: Platform, modules: readonly Module[]): Controller => ({
  app: 'api',
  name: 'user',
  actions: {
    index: {
      gate: 'login',
      secret: true,
      async handle({ caller, query, params, request }) {
        if (engine.settings(siteSettings).member_center === '0')
          throw new Refused(closed, { data: { reason: 'forbidden' } });
        const held = await readMemberHoldings(engine, caller);
        const menus = await readMemberMenus(engine, caller, held, modules);
        if (menus.length === 0) throw new Refused(nothing, { data: { reason: 'forbidden' } });
        const info = await engine.db.row<{ avatar: string; nickname: string }>(
          sql`select ${memberInfoColumns(caller.sessionId)}, ${failedSignInsSince(caller.sessionId)} as failures from member where id = ${caller.id}`,
        );
        return {
          userInfo: {
            ...info,
            avatar: avatarUrl(info?.avatar, info?.nickname, request.host),
            // clients overwrite their stored sign-in data with this answer, but keep their refresh token
            token: tokenOf(request, params, 'ba-user-token'),
            refreshToken: '',
          },
          menus,
          held,
          opens: await readOpeningScreen(engine, caller, held, modules),
          settings: engine.settingCache.public(),
          words: engine.optionLists.version(),
          ...engine.optionLists.bootPart(query.words),
          ...(await preferencesForBoot(engine.db, caller, query.preferences)),
          ...calendarForBoot(engine.reference, query.calendar),
        };
      },
    },
  },
});
