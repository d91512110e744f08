import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { type EnteredButton, groupButtons } from '../../contract/validate-wechat-menu.ts';
import { wechatMenu } from '../../contract/wechat-menu.ts';
import { type OfficialAccount, readOfficialAccount } from '../account/read-official-account-with-secrets.ts';
import { callWechatApi } from './call-wechat-api-renewing-token-once.ts';
import { WechatError } from './wechat-api-error.ts';

/**
 * The task that sends a menu to WeChat, and the one that sends the present one again. Those of one account run one after another:
 * the last one stays.
 */
export const publishMenuTask = 'publish_wechat_menu';
export const restoreMenuTask = 'restore_wechat_menu';
export const queueOfAccountMenus = (account: number): string => `${publishMenuTask}:${account}`;

/** A button with what its kind needs, by the names of WeChat. */
function asWechatButton({ name, kind, event_key, url, app_id, page_path, media_id }: EnteredButton): object {
  switch (kind) {
    case 'view':
      return { type: kind, name, url };
    case 'miniprogram':
      return { type: kind, name, url, appid: app_id, pagepath: page_path };
    case 'media_id':
    case 'view_limited':
      return { type: kind, name, media_id };
    default:
      return { type: kind, name, key: event_key };
  }
}

/** A menu as the API of WeChat takes it. */
export const asWechatMenu = (buttons: readonly EnteredButton[]): object => ({
  button: groupButtons(buttons).map(({ top, subs }) => {
    const button = buttons[top] ?? {};
    if (subs.length === 0) return asWechatButton(button);
    return { name: button.name, sub_button: subs.map((row) => asWechatButton(buttons[row] ?? {})) };
  }),
});

export const readButtonsOfMenu = ({ db }: Pick<Engine, 'db'>, menu: number): Promise<EnteredButton[]> =>
  db.rows<
    EnteredButton & Record<string, unknown>
  >(sql`select level, name, kind, event_key, url, app_id, page_path, media_id
    from wechat_menu_button where menu_id = ${menu} order by weigh, id`);

/** Notes which menu an account has in WeChat; undefined: none of the platform. */
const noteSentMenu = ({ db }: Pick<Engine, 'db'>, account: number, menu: number | undefined) =>
  db.query(
    menu === undefined
      ? sql`delete from wechat_sent_menu where account_id = ${account}`
      : sql`insert into wechat_sent_menu (account_id, menu_id) values (${account}, ${menu})
          on conflict (account_id) do update set menu_id = excluded.menu_id`,
  );

/** Sends a menu, and notes it before, as WeChat may have it although no answer arrived. */
async function sendMenu(engine: Engine, account: OfficialAccount, menu: number): Promise<void> {
  const before = await engine.db.row<{ menu_id: number }>(
    sql`select menu_id from wechat_sent_menu where account_id = ${account.id}`,
  );
  await noteSentMenu(engine, account.id, menu);
  try {
    await callWechatApi(engine, account, '/cgi-bin/menu/create', asWechatMenu(await readButtonsOfMenu(engine, menu)));
  } catch (error) {
    // a code says that WeChat did not take it
    if (error instanceof WechatError && error.errcode !== null) await noteSentMenu(engine, account.id, before?.menu_id);
    throw error;
  }
}

/**
 * Lets WeChat show the published menu of an account again, or none if there is none, where the publication of another one was
 * stopped while it was on its way. Runs after the task that sent it.
 */
export async function restoreMenu(engine: Engine, accountId: number): Promise<void> {
  const menus = await engine.db.row<{ sent: number; published: number | null }>(sql`
    select s.menu_id as sent, (select m.id from wechat_menu m where m.account_id = s.account_id and m.status = 'published') as published
    from wechat_sent_menu s where s.account_id = ${accountId}
      and not exists (select from wechat_menu m where m.account_id = s.account_id and m.status = 'publishing')`);
  if (!menus || menus.sent === menus.published) return;
  const account = await readOfficialAccount(engine, sql`t.id = ${accountId}`);
  if (!account?.isConnected) return;
  if (menus.published !== null) {
    await sendMenu(engine, account, menus.published);
    return;
  }
  await callWechatApi(engine, account, '/cgi-bin/menu/delete');
  await noteSentMenu(engine, accountId, undefined);
}

/**
 * Sends a menu that is being published to WeChat, and makes it the menu of its account, or returns it with the error of
 * WeChat. The menu of an account that is not connected exists in the simulator only.
 */
export async function publishMenu(engine: Engine, id: number): Promise<void> {
  const menu = await engine.db.row<{ account_id: number; version: number }>(
    sql`select account_id, version from wechat_menu where id = ${id} and status = 'publishing'`,
  );
  const account = menu && (await readOfficialAccount(engine, sql`t.id = ${menu.account_id}`));
  if (!account) return;
  // recalled meanwhile, it may have been changed and published again: that is for the task of its own
  const sent = sql`t.id = ${id} and t.version = ${menu.version}`;
  try {
    if (account.isConnected) await sendMenu(engine, account, id);
  } catch (error) {
    if (!(error instanceof WechatError)) throw error;
    const { errcode, errmsg } = error;
    await moveRows(engine, wechatMenu, systemCaller(), {
      move: 'refuse',
      where: sql`${sent} and t.revision is null`,
      set: { errcode: errcode ?? -1, errmsg },
      note: sql`${`${errcode ?? ''} ${errmsg}`.trim()}::text`,
    });
    await moveRows(engine, wechatMenu, systemCaller(), {
      move: 'refuse',
      to: 'archived',
      where: sql`${sent} and t.revision is not null`,
      set: { errcode: errcode ?? -1, errmsg },
      note: sql`${`${errcode ?? ''} ${errmsg}`.trim()}::text`,
    });
    return;
  }
  await engine.db.transaction(async (tx) => {
    // nobody recalls it from here on; the present menu stays if somebody did before
    const locked = await tx.row(
      sql`select t.id from wechat_menu t where ${sent} and t.status = 'publishing' for no key update`,
    );
    if (!locked) return;
    await moveRows(
      engine,
      wechatMenu,
      systemCaller(),
      { move: 'archive', where: sql`t.account_id = ${account.id} and t.id <> ${id}` },
      tx,
    );
    await moveRows(
      engine,
      wechatMenu,
      systemCaller(),
      {
        move: 'confirm',
        where: sent,
        set: {
          revision: sql`coalesce(t.revision, (select coalesce(max(o.revision), 0) + 1 from wechat_menu o where o.account_id = t.account_id))`,
          errcode: null,
          errmsg: null,
        },
      },
      tx,
    );
  });
}
