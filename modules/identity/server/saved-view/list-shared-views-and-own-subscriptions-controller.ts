import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { areaPrefixOfCaller, coversArea } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { boolean, enumOf, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { byPinyin } from '#server/read/condition/order-by-sql.ts';
import { forbidden } from '#server/refusal.ts';
import type { SharedListView, SharedViewsAndSubscriptions } from '../../contract/shared-list-view.ts';
import { listOfView } from './list-query-and-rows-of-saved-view.ts';
import { isViewSharedWith, readSubscriptions } from './subscriptions-with-their-views.ts';

const mostOffered = 200;

type SharedRow = Omit<SharedListView, 'office' | 'own'> & { readonly area_code: string | null };

/** Views of a list shared with the caller, and the caller's subscriptions to it. */
async function readOffered({ engine, caller }: Call, name: string): Promise<SharedViewsAndSubscriptions> {
  const list = listOfView(engine, caller, name);
  if (!list) throw forbidden();
  const row = await engine.db.row<{ shared: SharedRow[] }>(sql`
    select coalesce((select json_agg(v) from (
        select v.id, v.name, v.address, v.audience, v.area_code, g.name as group from auth_view v left join auth_group g on g.id = v.group_id
        where v.list = ${list.name} and ${isViewSharedWith(caller)}
        order by ${byPinyin(sql`v.name`)}, v.id limit ${mostOffered}) v), '[]') as shared`);
  const followed = await readSubscriptions(engine.db, caller, sql`s.list = ${list.name}`);
  const subscribed = followed.flatMap(({ id, name, kind, address }) =>
    address === null ? [] : [{ id, name, kind, address }],
  );
  const areas = engine.reference.areas();
  const shared = (row?.shared ?? []).map(({ area_code, ...view }) => ({
    ...view,
    office:
      view.audience === 'below' && area_code !== caller.areaCode ? (areas.get(area_code ?? '')?.name ?? null) : null,
    own: areaPrefixOfCaller(caller) === '' || (area_code !== null && coversArea(caller, area_code)),
  }));
  return { shared, subscribed };
}

const listName = field.text(text('列表', 'List'), { required: true, max: 60 });

const view = { id: key, name: string, address: string };

/** Calls on shared views besides the derived ones. Members have subscriptions only. */
export const sharedViewsAndOwnSubscriptionsListController = (app: 'admin' | 'api'): Controller => ({
  app,
  name: 'auth.view',
  actions: {
    mine: call({
      gate: 'login',
      summary: text('一个列表的共享视图，与本人的订阅', "Shared views of a list and one's own subscriptions"),
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
        subscribed: list(object({ ...view, kind: enumOf('entering', 'regular') })),
      }),
      run: (made) => readOffered(made, made.input.list),
    }),
  },
});
