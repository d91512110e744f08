import { checkMemberHome } from '#kernel/module/member-home-page-declaration.ts';
import { sql } from '#server/db/sql.ts';
import type { ModuleContext, ServerModule } from '#server/platform/server-module-declaration.ts';
import { memberHomePageAndSevenDayTotalsControllers } from './account/member-home-page-and-seven-day-totals-controllers.ts';
import { addMissingMemberMenuRules, declaredMemberMenuRules } from './add-declared-member-menu-rules.ts';
import { buildAdminMemberAccountGroupMenuAndLogControllers } from './buildadmin-member-account-group-menu-and-log-controllers.ts';
import { moneyLogWriteHooks, scoreLogWriteHooks } from './change-balance-or-points-when-log-is-added.ts';
import { memberStartUpDataController } from './member-start-up-data-controller.ts';
import {
  memberGroupWriteHooks,
  memberMenuEntryWriteHooks,
} from './restrict-who-changes-member-groups-and-menu-entries.ts';
import { memberAccountWriteHooks } from './validate-member-account-and-revoke-access-on-change.ts';

/**
 * The member centre is derived from the declarations of all modules; its home page counts their contributions to
 * `home`.
 */
export const memberServer = ({ modules, forget, home }: ModuleContext): ServerModule => ({
  name: 'user',
  hooks: {
    'user/user': memberAccountWriteHooks(forget),
    'user/group': memberGroupWriteHooks(forget),
    'user/rule': memberMenuEntryWriteHooks(forget),
    'user/moneyLog': moneyLogWriteHooks,
    'user/scoreLog': scoreLogWriteHooks,
  },
  controllers: () => [
    memberStartUpDataController(modules),
    ...memberHomePageAndSevenDayTotalsControllers(
      home,
      modules.flatMap(({ member = [] }) => member),
    ),
    ...buildAdminMemberAccountGroupMenuAndLogControllers(),
  ],
  framed: {
    tables: ['user_rule'],
    read: async ({ db }) =>
      (
        await db.rows<{ url: string | null }>(
          sql`select url from user_rule where menu_type = 'iframe' and status`.asBrief(),
        )
      ).map(({ url }) => url),
  },
  async prepare({ db, find }) {
    checkMemberHome(home(), find);
    await addMissingMemberMenuRules(db, declaredMemberMenuRules(modules, find));
  },
});
