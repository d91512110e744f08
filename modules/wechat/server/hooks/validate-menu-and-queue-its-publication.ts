import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { addTask } from '#server/jobs/add-task-to-queue.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { type EnteredButton, findFaultsOfMenu } from '../../contract/validate-wechat-menu.ts';
import type { wechatMenu } from '../../contract/wechat-menu.ts';
import { hostsOfLinks } from '../../contract/why-link-is-not-allowed.ts';
import { readOfficialAccount } from '../account/read-official-account-with-secrets.ts';
import { publishMenuTask, queueOfAccountMenus, restoreMenuTask } from '../api/publish-menu-to-wechat.ts';

const texts = {
  none: text('菜单还没有按钮', 'The menu has no buttons'),
};

async function checkButtons(context: WriteContext<typeof wechatMenu>): Promise<void> {
  const { engine, tx, values, before, rowsOf, fail } = context;
  const account = values.account_id ?? before?.account_id;
  const of = account ? await readOfficialAccount(engine, sql`t.id = ${account}`, tx) : undefined;
  const buttons = (await rowsOf('buttons')) as readonly EnteredButton[];
  for (const { row, field, message, values: places } of findFaultsOfMenu(
    buttons,
    hostsOfLinks(of?.hosts, of?.platform ?? ''),
  ))
    fail(`buttons.${row}.${field}`, message, places);
}

async function send(context: ChangeContext<typeof wechatMenu>): Promise<void> {
  const { tx, before, rowsOf } = context;
  if ((await rowsOf('buttons')).length === 0) throw new Refused(texts.none, { data: { reason: 'not_ready' } });
  // hosts may have been removed since the menu was written
  await checkButtons(context);
  await addTask(
    tx,
    publishMenuTask,
    { menu: before.id },
    { queue: queueOfAccountMenus(before.account_id), maxAttempts: 5 },
  );
}

/** A menu within the limits of WeChat, which is sent there once it is stored as being published. */
export const wechatMenuWriteHooks: WriteHooks<typeof wechatMenu> = {
  add: checkButtons,
  edit: checkButtons,
  moves: {
    publish: send,
    rollBack: send,
    async recall({ tx, before, choose }) {
      // a version that was published is a former one again
      if (before.revision !== null) choose('archived');
      await addTask(
        tx,
        restoreMenuTask,
        { account: before.account_id },
        { queue: queueOfAccountMenus(before.account_id), maxAttempts: 5 },
      );
    },
  },
};
