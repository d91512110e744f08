import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { areaPrefixOfCaller, type Caller, coversArea } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { type CallWithCheckedInput, call } from '#server/http/declare-call-with-checked-input.ts';
import {
  boolean,
  enumOf,
  key,
  list,
  nothing,
  object,
  orNull,
  string,
} from '#server/open-api/json-schema-shorthands.ts';
import { byPinyin } from '#server/read/condition/order-by.ts';
import { badParameter, forbidden, notFound, Refused } from '#server/refusal.ts';
import type { SharedAndWatchedViews, SharedListView } from '../../contract/shared-list-view.ts';
import {
  maxWatchedRows,
  maxWatches,
  readWatchParams,
  watchedKeys,
  watchedList,
  whereWatched,
} from './select-rows-of-watched-view.ts';

const texts = {
  watched: text('有新记录时会在消息中告诉您', 'You will be notified in your messages when there are new records'),
  unwatched: text('不再告知', 'You will no longer be notified'),
  tooMany: text('最多关注 {n} 个视图，请先取消一个', 'You can follow at most {n} {n|view|views}. Unfollow one first'),
  tooLong: text(
    '该视图超过 {n} 条记录，请加筛选条件后再关注',
    'This view has more than {n} {n|record|records}. Add filters before following it',
  ),
};

const mostOffered = 200;

type SharedRow = Omit<SharedListView, 'office' | 'own'> & { readonly area_code: string | null };

/** The caller's area, and areas merged into it, whose offices now count as the caller's. */
const ownAreas = ({ areaCode, absorbed = [] }: Caller): string[] => [areaCode, ...absorbed];

/** Areas and their parents, whose offices are above. */
const areasAround = (codes: readonly string[]): string[] => [
  ...new Set(codes.flatMap((code) => [code, `${code.slice(0, 4)}00`, `${code.slice(0, 2)}0000`])),
];

/** Views of a list shared with the caller, and those the caller watches. */
async function readOffered({ engine, caller }: Call, name: string): Promise<SharedAndWatchedViews> {
  const list = watchedList(engine, caller, name);
  if (!list) throw forbidden();
  const own = ownAreas(caller);
  const around = areasAround(own);
  const row = await engine.db.row<{ shared: SharedRow[]; watched: SharedAndWatchedViews['watched'] }>(sql`
    select coalesce((select json_agg(v) from (
        select v.id, v.name, v.address, v.audience, v.area_code, g.name as group from auth_view v left join auth_group g on g.id = v.group_id
        where v.list = ${list.name} and case v.audience
          when 'all' then true
          when 'office' then coalesce(v.area_code, '') = any(${own}::text[])
          when 'below' then v.area_code is null or v.area_code = any(${around}::text[])
          else (v.area_code is null or v.area_code = any(${around}::text[]))
            and v.group_id = any((select a.group_arr from auth_admin a where a.id = ${caller.id})::bigint[]) end
        order by ${byPinyin(sql`v.name`)}, v.id limit ${mostOffered}) v), '[]') as shared,
      coalesce((select json_agg(json_build_object('id', w.id, 'name', w.name, 'address', w.address) order by w.id)
        from auth_view_watch w where w.admin_id = ${caller.id} and w.list = ${list.name}), '[]') as watched`);
  const areas = engine.reference.areas();
  const shared = (row?.shared ?? []).map(({ area_code, ...view }) => ({
    ...view,
    office:
      view.audience === 'below' && area_code !== caller.areaCode ? (areas.get(area_code ?? '')?.name ?? null) : null,
    own: areaPrefixOfCaller(caller) === '' || (area_code !== null && coversArea(caller, area_code)),
  }));
  return { shared, watched: row?.watched ?? [] };
}

const listName = field.text(text('列表', 'List'), { required: true, max: 60 });
const watchInput = {
  list: listName,
  name: field.text(text('名称', 'Name'), { required: true, max: 40 }),
  address: field.text(text('条件', 'Filter'), { required: true, max: 2000 }),
};

/**
 * Notifies of rows that enter the view from now on. The inserting statement assigns the slot among the user's watches;
 * of two concurrent calls for one slot, the other retries with the next.
 */
async function watchRows({
  engine,
  caller,
  body,
  input,
}: CallWithCheckedInput<typeof watchInput>): Promise<Answer<{ id: number }>> {
  const list = watchedList(engine, caller, input.list);
  if (!list) throw forbidden();
  const given = body.params;
  if (typeof given !== 'object' || given === null || JSON.stringify(given).length > 8000) throw badParameter();
  const params = readWatchParams(given as Readonly<Record<string, unknown>>);
  const { name, address } = input;
  const keys = watchedKeys(list, whereWatched(engine, list, caller, params));
  const takePlace = () =>
    engine.db.row<{ n: number; place: number | null; id: number | null }>(sql`
      with now as materialized (${keys}),
      free as (select min(p) as place from generate_series(1, ${maxWatches}::int) p
        where not exists (select from auth_view_watch w where w.admin_id = ${caller.id} and w.place = p)),
      made as (
        insert into auth_view_watch (admin_id, place, list, name, address, params)
        select ${caller.id}, f.place, ${list.name}, ${name}, ${address}, ${JSON.stringify(params)}::jsonb from free f
        where f.place is not null and (select count(*) from now) <= ${maxWatchedRows}::int
        on conflict do nothing returning id),
      kept as (insert into auth_view_seen (watch_id, row_id) select m.id, n.id from made m, now n)
      select (select count(*)::int from now) as n, (select place from free) as place, (select id from made) as id`);
  // lost only if a concurrent call took the slot
  for (let tries = 0; tries < maxWatches; tries++) {
    const row = await takePlace();
    if (row?.id) return new Answer({ id: row.id }, texts.watched[caller.locale]);
    if ((row?.n ?? 0) > maxWatchedRows) throw new Refused(texts.tooLong, { values: { n: maxWatchedRows } });
    if (!row?.place) break;
  }
  throw new Refused(texts.tooMany, { values: { n: maxWatches } });
}

const view = { id: key, name: string, address: string };

/** Calls on views open to everybody; the list is derived. */
export const sharedAndWatchedViewsController: Controller = {
  app: 'admin',
  name: 'auth.view',
  actions: {
    mine: call({
      gate: 'login',
      summary: text('一个列表的共享视图，与本人关注的视图', 'Shared views of a list and the views one follows'),
      input: { list: listName },
      answer: object({
        shared: list(
          object({
            ...view,
            audience: enumOf('office', 'below', 'group', 'all'),
            group: orNull(string),
            office: orNull(string),
            own: boolean,
          }),
        ),
        watched: list(object(view)),
      }),
      run: (made) => readOffered(made, made.input.list),
    }),
    watch: call({
      gate: 'login',
      methods: ['POST'],
      silent: true,
      summary: text('关注一个视图：有新记录时告知', 'Follow a view: be notified of new records'),
      description: text(
        'params 为选出记录的列表参数：search、any、quick_search、awaits、handler。',
        'params holds the list parameters that select rows: search, any, quick_search, awaits, handler.',
      ),
      input: watchInput,
      answer: object({ id: key }),
      run: watchRows,
    }),
    unwatch: call({
      gate: 'login',
      methods: ['POST'],
      silent: true,
      summary: text('不再关注一个视图', 'Unfollow a view'),
      input: { id: field.integer(text('编号', 'ID'), { required: true, min: 1 }) },
      answer: nothing,
      async run({ engine, caller, input }) {
        const gone = await engine.db.row(
          sql`delete from auth_view_watch where id = ${input.id} and admin_id = ${caller.id} returning id`,
        );
        if (!gone) throw notFound();
        return new Answer(null, texts.unwatched[caller.locale]);
      },
    }),
  },
};
