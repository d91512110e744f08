import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { allOrNoneBatchAction } from '#server/calls/all-or-none-batch-action.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { nothing } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import { wechatMenu } from '../contract/wechat-menu.ts';
import { readButtonsOfMenu } from './api/publish-menu-to-wechat.ts';

/** `POST draft {ids}`: a new draft from each of these menus, with its buttons. */
export const copyMenuAsNewDraftController: Controller = {
  app: 'admin',
  name: 'wechat.menu',
  actions: {
    draft: {
      ...allOrNoneBatchAction(
        wechatMenu,
        'draft',
        text('编制菜单新版本', 'Draft a new version'),
        async ({ engine, caller }, ids) => {
          const scope = scopeOf(wechatMenu, caller, engine.find);
          const rows = await engine.db.rows<{ id: number; account_id: number; name: string }>(
            sql`select t.id, t.account_id, t.name from wechat_menu t where t.id = any(${[...ids]}::bigint[])${scope ? sql` and ${scope}` : sql.empty} order by t.id`,
          );
          if (rows.length < ids.length) throw notFound();
          await engine.db.transaction(async (tx) => {
            for (const { id, account_id, name } of rows) {
              const buttons = await readButtonsOfMenu({ db: engine.db }, id);
              await write(
                engine,
                wechatMenu,
                caller,
                { operation: 'add', input: { account_id, name, buttons }, unread: true },
                tx,
              );
            }
          });
        },
      ),
      described: {
        summary: text('以菜单为底稿起草新版本', 'Draft new versions of menus'),
        body: { ids: field.references(text('编号', 'IDs'), { to: wechatMenu.name, required: true }) },
        data: nothing,
      },
    },
  },
};
