import { checkMemberHome } from '#kernel/module/member-home.ts';
import { sql } from '#server/db/sql.ts';
import type { ModuleContext, ServerModule } from '#server/platform/server-module.ts';
import { memberOverviewControllers } from './account/overview-controller.ts';
import { moneyLogHooks, scoreLogHooks } from './balance-hooks.ts';
import { memberCalls } from './call-descriptions.ts';
import { memberBootController } from './member-boot-controller.ts';
import { groupHooks, ruleHooks, userHooks } from './member-hooks.ts';
import { declaredMemberRules, syncMemberRules } from './member-rules.ts';
import { memberResourceControllers } from './resource-controllers.ts';

/**
 * The member centre is derived from the declarations of all modules; its home page counts their contributions to
 * `home`.
 */
export const memberServer = ({ modules, forget, home }: ModuleContext): ServerModule => ({
  name: 'user',
  calls: memberCalls,
  hooks: {
    'user/user': userHooks(forget),
    'user/group': groupHooks(forget),
    'user/rule': ruleHooks(forget),
    'user/moneyLog': moneyLogHooks,
    'user/scoreLog': scoreLogHooks,
  },
  controllers: (platform) => [
    memberBootController(platform, modules),
    ...memberOverviewControllers(
      home,
      modules.flatMap(({ member = [] }) => member),
    ),
    ...memberResourceControllers(),
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
    await syncMemberRules(db, declaredMemberRules(modules, find));
  },
});
