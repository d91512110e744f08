import type { Locale } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { JobOwner } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import type { sentFileFormats, subscriptionKinds } from '../../contract/view-subscription.ts';

/** A subscription with the view it follows. */
export interface SubscriptionWithView {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly admin_id: number | null;
  readonly user_id: number | null;
  readonly name: string;
  readonly list: string;
  readonly kind: keyof typeof subscriptionKinds;
  readonly format: keyof typeof sentFileFormats | null;
  readonly language: Locale;
  /** The present address of the view. Null: it is gone, or no longer shared with the subscriber. */
  readonly address: string | null;
  /** The address at which rows were last remembered. Null: never. */
  readonly baseline: string | null;
  /** Where messages are sent besides the inbox. Null: nowhere, or the channels of the person send them already. */
  readonly email: string | null;
}

/** Whose a subscription is. */
export const ownerOf = ({ admin_id, user_id }: Pick<SubscriptionWithView, 'admin_id' | 'user_id'>): JobOwner =>
  admin_id === null ? { type: 'member', id: user_id ?? 0 } : { type: 'admin', id: admin_id };

/** SQL: the subscriptions of a person, alias `s`. */
export const isSubscribedBy = ({ type, id }: Pick<Caller, 'type' | 'id'>): Sql =>
  type === 'member' ? sql`s.user_id = ${id}` : sql`s.admin_id = ${id}`;

/** The caller's area, and areas merged into it, whose offices now count as the caller's. */
const ownAreas = ({ areaCode, absorbed = [] }: Caller): string[] => [areaCode, ...absorbed];

/** Areas and their parents, whose offices are above. */
const areasAround = (codes: readonly string[]): string[] => [
  ...new Set(codes.flatMap((code) => [code, `${code.slice(0, 4)}00`, `${code.slice(0, 2)}0000`])),
];

/** SQL: whether a shared view, alias `v`, is offered to a caller. Members have views of their own only. */
export function isViewSharedWith(caller: Caller): Sql {
  if (caller.type === 'member') return sql`false`;
  const own = ownAreas(caller);
  const around = areasAround(own);
  return sql`case v.audience
    when 'all' then true
    when 'office' then coalesce(v.area_code, '') = any(${own}::text[])
    when 'below' then v.area_code is null or v.area_code = any(${around}::text[])
    else (v.area_code is null or v.area_code = any(${around}::text[]))
      and v.group_id = any((select a.group_arr from auth_admin a where a.id = ${caller.id})::bigint[]) end`;
}

/** SQL: the address of somebody's own view of a name, from their preferences. */
export const addressOfOwnView = (type: Sql, id: Sql, list: Sql, name: Sql): Sql =>
  sql`(select e ->> 'address' from preference p, jsonb_array_elements(case jsonb_typeof(p.value) when 'array' then p.value else '[]' end) e
    where p.owner_type = ${type} and p.owner_id = ${id} and p.key = 'views:' || ${list} and e ->> 'name' = ${name} limit 1)`;

/** SQL: where messages of a subscription, alias `s`, are sent besides the inbox; see {@link SubscriptionWithView}. */
export const emailOfSubscription = sql`case when s.by_mail and not (s.kind = 'entering'
    and exists (select from message_channel c where (c.admin_id = s.admin_id or c.user_id = s.user_id) and 'todo' = any(c.email)))
  then coalesce(proven_email(s.admin_id), (select nullif(m.email, '') from member m where m.id = s.user_id)) end`;

/** The subscriptions of a person that meet a condition on alias `s`, with their views. */
export const readSubscriptions = (db: Queryable, caller: Caller, where: Sql): Promise<SubscriptionWithView[]> =>
  db.rows<SubscriptionWithView>(sql`
    select s.id, s.admin_id, s.user_id, s.name, s.list, s.kind, s.format, s.language, b.address as baseline,
      case when s.view_id is not null then v.address
        when s.own_view is not null then ${addressOfOwnView(sql`case when s.user_id is null then 'admin' else 'member' end`, sql`coalesce(s.admin_id, s.user_id)`, sql`s.list`, sql`s.own_view`)}
        else s.address end as address,
      ${emailOfSubscription} as email
    from auth_subscription s
      left join auth_view v on v.id = s.view_id and v.list = s.list and ${isViewSharedWith(caller)}
      left join auth_subscription_baseline b on b.subscription_id = s.id
    where ${isSubscribedBy(caller)} and ${where} order by s.id`);
