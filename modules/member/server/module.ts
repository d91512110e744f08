import { checkHome, type Home } from '#kernel/module/home.ts';
import type { Module } from '#kernel/module/module.ts';
import { sql } from '#server/db/sql.ts';
import type { ServerModule } from '#server/platform/server-module.ts';
import { ownAccountControllers } from './account/overview.ts';
import { moneyLogHooks, scoreLogHooks } from './balance-hooks.ts';
import { memberCalls } from './calls.ts';
import { centreController } from './centre.ts';
import { memberControllers } from './controllers.ts';
import { declaredMemberRules, syncMemberRules } from './member-rules.ts';
import { groupHooks, ruleHooks, userHooks } from './user-hooks.ts';

/** `forget` drops what the process believes about members; `modules` are what the member centre shows, `home` what its first page counts. */
export const memberServer = (modules: readonly Module[], forget: () => void, home: () => Home): ServerModule => ({
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
    centreController(platform, modules),
    ...ownAccountControllers(
      home,
      modules.flatMap(({ member = [] }) => member),
    ),
    ...memberControllers(),
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
    checkHome(home(), find);
    await syncMemberRules(db, declaredMemberRules(modules, find));
  },
});
