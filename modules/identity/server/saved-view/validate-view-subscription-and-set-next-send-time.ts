import type { AnyResource } from '#kernel/declaration/resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Refused } from '#server/refusal.ts';
import { authoriseExportOrImport } from '#server/transfer/read/authorise-export-or-import.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { sentView } from '../../contract/file-sent-to-view-subscriber.ts';
import type { viewSubscription } from '../../contract/view-subscription.ts';
import { listOfView, maxRowsOfView, whereOfView } from './list-query-and-rows-of-saved-view.ts';
import { rememberRowsOfView } from './notify-subscribers-of-new-rows.ts';
import { comparesPersonalDataInFull } from './personal-data-in-address-of-view.ts';
import { nextSendTime } from './subscription-send-times.ts';
import { addressOfOwnView, isSubscribedBy, isViewSharedWith } from './subscriptions-with-their-views.ts';

/** Most subscriptions of a person. */
export const maxSubscriptions = 20;

const texts = {
  list: text('没有这个列表，或无权查看', 'This list does not exist or you may not view it'),
  export: text('无权导出该列表', 'You may not export this list'),
  view: text('没有这个视图，或没有共享给您', 'This view does not exist or is not shared with you'),
  twoViews: text('只能选择一个视图', 'Choose one view only'),
  address: text('该视图的条件现在不能使用', 'The filter of this view cannot be used'),
  masked: text(
    '该视图按完整的个人信息筛选，而订阅只按掩码比对，不会有结果；请改用掩码筛选，如 139****0001',
    'This view filters by personal data in full, but subscriptions compare what its mask shows and would find nothing. Filter by the mask, such as 139****0001',
  ),
  mail: text('请先在个人资料中验证邮箱', 'Verify your e-mail address in your profile first'),
  tooMany: text('最多订阅 {n} 个视图，请先取消一个', 'You can subscribe to at most {n} {n|view|views}. End one first'),
  tooLong: text(
    '该视图超过 {n} 条记录，请加筛选条件后再订阅',
    'This view has more than {n} {n|record|records}. Add filters before subscribing to it',
  ),
};

type Context = WriteContext<typeof viewSubscription>;

/** Whether a list may be exported by a caller: files are made with the same right. */
export async function mayExport(engine: Engine, resource: AnyResource, caller: Caller): Promise<boolean> {
  if (!standardActionsOf(resource).includes('export')) return false;
  try {
    await authoriseExportOrImport(engine, resource, caller, 'export');
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** Takes a place among the subscriptions of the caller: of two at the same time, the second counts the first. */
async function refuseTooMany({ tx, caller }: Context): Promise<void> {
  await tx.query(
    sql`select pg_advisory_xact_lock(hashtext(${`view subscriptions ${caller.type}`}), ${caller.id}::int)`,
  );
  const row = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from auth_subscription s where ${isSubscribedBy(caller)}`,
  );
  if ((row?.n ?? 0) >= maxSubscriptions) throw new Refused(texts.tooMany, { values: { n: maxSubscriptions } });
}

/** The address of the view that is followed; notes an error if there is no such view. */
async function addressOfView({ tx, caller, values, fail }: Context, list: AnyResource): Promise<string | undefined> {
  const { view_id, own_view, address } = values;
  if (view_id && own_view) fail('own_view', texts.twoViews);
  if (view_id) {
    const view = await tx.row<{ address: string }>(sql`select v.address from auth_view v
      where v.id = ${view_id} and v.list = ${list.name} and ${isViewSharedWith(caller)}`);
    if (!view) fail('view_id', texts.view);
    return view?.address;
  }
  if (!own_view) return address ?? '';
  const own = await tx.row<{ address: string | null }>(
    sql`select ${addressOfOwnView(sql`${caller.type}::text`, sql`${caller.id}::bigint`, sql`${list.name}::text`, sql`${own_view}::text`)} as address`,
  );
  if (typeof own?.address !== 'string') fail('own_view', texts.view);
  return own?.address ?? undefined;
}

async function refuseMailWithoutAddress({ tx, caller, before, values, fail }: Context): Promise<void> {
  if (values.by_mail !== '1' || before?.by_mail === '1') return;
  // members prove theirs when they bind it
  const row = await tx.row<{ email: string | null }>(
    caller.type === 'member'
      ? sql`select nullif(email, '') as email from member where id = ${caller.id}`
      : sql`select proven_email(${caller.id}) as email`,
  );
  if (!row?.email) fail('by_mail', texts.mail);
}

/** Hooks of subscriptions: to what their owner may see, within the limits, and with the next time of their files. */
export const viewSubscriptionWriteHooks: WriteHooks<typeof viewSubscription> = {
  async add(context) {
    const { engine, caller, values, fail, afterStore, tx } = context;
    await refuseTooMany(context);
    await refuseMailWithoutAddress(context);
    const list = listOfView(engine, caller, values.list);
    if (!list) return fail('list', texts.list);
    values.list = list.name;
    const address = await addressOfView(context, list);
    if (address === undefined) return undefined;
    values.address = address.slice(0, 2000);
    // members see their own rows in plain
    if (caller.type === 'admin' && comparesPersonalDataInFull(list, address)) return fail('address', texts.masked);
    const where = whereOfView(engine, list, caller, address);
    if (!where) return fail('address', texts.address);
    if (values.kind === 'regular') {
      if (!(await mayExport(engine, list, caller))) fail('list', texts.export);
      scheduleNext(context);
      return undefined;
    }
    for (const name of ['every', 'weekday', 'month_day', 'hour', 'format'] as const) values[name] = null; // of files only
    return afterStore(async (id) => {
      if (!(await rememberRowsOfView(tx, id, list, where, address)))
        throw new Refused(texts.tooLong, { values: { n: maxRowsOfView } });
    });
  },
  async edit(context) {
    await refuseMailWithoutAddress(context);
    if (context.before.kind === 'regular') scheduleNext(context);
  },
  /** Files that were sent stay with their owner. */
  async del({ before, cascadeChange }) {
    await cascadeChange(sentView, sql`t.subscription_id = ${before.id}`, { subscription_id: null });
  },
};

/** Sets the next time from when the file is sent, and drops the day of another interval. */
function scheduleNext({ before, values }: Context): void {
  const { every, weekday, month_day, hour } = { ...before, ...values };
  if (every !== 'week') values.weekday = null;
  if (every !== 'month') values.month_day = null;
  if ((every === 'week' && !weekday) || (every === 'month' && !month_day)) return; // refused by the form
  values.next_at = nextSendTime({ every, weekday, month_day, hour });
}
