import { checkMemberHome } from '#kernel/module/member-home-contributions.ts';
import { sql } from '#server/db/sql.ts';
import type { ModuleContext, ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import { memberHomePageAndCheckInControllers } from './account/member-home-page-and-check-in-controllers.ts';
import { addMissingMemberMenuRules, declaredMemberMenuRules } from './add-declared-member-menu-rules.ts';
import { buildAdminMemberGroupAndLogControllers } from './buildadmin-member-group-and-log-controllers.ts';
import { moneyLogHooks, scoreLogHooks } from './change-balance-or-points-with-log.ts';
import { memberHooks } from './check-member-account-and-revoke-access.ts';
import { memberGroupHooks, memberMenuEntryHooks } from './check-member-group-and-menu-entry.ts';
import { memberBootController } from './member-boot-controller.ts';

/**
 * The member centre is derived from the declarations of all modules; its home page counts their contributions to
 * `home`.
 */
export const memberServer = ({ modules, forget, home }: ModuleContext): ServerModule => ({
  name: 'user',
  hooks: {
    'user/user': memberHooks(forget),
    'user/group': memberGroupHooks(forget),
    'user/rule': memberMenuEntryHooks(forget),
    'user/moneyLog': moneyLogHooks,
    'user/scoreLog': scoreLogHooks,
  },
  controllers: () => [
    memberBootController(modules),
    ...memberHomePageAndCheckInControllers(
      home,
      modules.flatMap(({ member = [] }) => member),
    ),
    ...buildAdminMemberGroupAndLogControllers(),
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
