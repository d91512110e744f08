import type { AnyResource } from '#kernel/declaration/resource.ts';
import { normalizeValue } from '#kernel/field/field.ts';
import { personalDataSearchesPerDay } from '#kernel/list/personal-data-search-limit.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiToday, toTime } from '#kernel/time/shanghai-time.ts';
import { type Caller, can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import { isMaskedForOfficers } from '../field/masked-columns.ts';
import { withFieldsVisibleToCaller } from '../scope/declaration-with-fields-visible-to-caller.ts';
import type { ServicesToReadRows } from '../services-needed-to-read-rows.ts';
import type { ListCondition, ParsedListQuery } from './parsed-list-query.ts';
import { findReferencedRowFilter } from './resolve-allowed-filter-path-into-referenced-row.ts';

const spent = text(
  '今日精确查询敏感信息已达 {n} 次上限，请明日再试，或按所见内容（如 138****1234）查询',
  "You have reached today's limit of {n} exact {n|search|searches} of personal data. Try again tomorrow, or search by what is shown (e.g. 138****1234)",
);

interface Search {
  resource: string;
  field: string;
  hash: string;
}

/**
 * Admits those conditions of a list call that search personal data in full: by officers who may reveal the data. The
 * search is recorded before anything is returned. All other conditions on such fields compare masked values.
 */
export async function admitUnmaskedSearch(
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  query: ParsedListQuery,
): Promise<ParsedListQuery> {
  const searches: Search[] = [];
  for (const condition of query.conditions) {
    const search = searchOf(context, resource, caller, condition);
    if (search) searches.push(search);
  }
  if (searches.length === 0) return query;
  if (!(await record(context, caller, searches)))
    throw new Refused(spent, { values: { n: personalDataSearchesPerDay }, data: { reason: 'too_frequent' } });
  return markUnmaskedSearch(context, resource, caller, query);
}

/**
 * The same without recording it, for background work that was admitted when it was requested. Callers who may no longer
 * reveal the data then search masked values.
 */
export const markUnmaskedSearch = (
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  query: ParsedListQuery,
): ParsedListQuery => ({
  ...query,
  conditions: query.conditions.map((one) =>
    searchOf(context, resource, caller, one) ? { ...one, exact: true as const } : one,
  ),
});

/** Whether a query contains an admitted search of personal data in full. */
export const isUnmaskedSearch = (query: Pick<ParsedListQuery, 'conditions'>): boolean =>
  query.conditions.some((one) => one.exact === true);

/** The unmasked search of a condition, if it is one. A value with an asterisk was copied from a masked display. */
function searchOf(
  context: ServicesToReadRows,
  resource: AnyResource,
  caller: Caller,
  { field: path, operator, value }: ListCondition,
): Search | undefined {
  if (caller.type !== 'admin' || operator !== '=' || value === '' || /[*＊]/.test(value)) return undefined;
  const visible = withFieldsVisibleToCaller(resource, caller, context.find);
  const relation = path.includes('.') ? findReferencedRowFilter(visible, path, context.find) : undefined;
  const target = withFieldsVisibleToCaller(relation?.target ?? resource, caller, context.find);
  const name = relation?.column ?? path;
  const fields = allColumnsOf(target);
  const one = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!one || one.privacy === 'hidden' || one.filter === false || !isMaskedForOfficers(one)) return undefined;
  if (!can(caller, `${target.name}/reveal`)) return undefined;
  return { resource: target.name, field: name, hash: context.hash(normalizeValue(one, value)) };
}

/** Counts, decides and records in one statement; concurrent searches of an account wait for its row. */
async function record(context: ServicesToReadRows, caller: Caller, searches: readonly Search[]): Promise<boolean> {
  const day = shanghaiToday();
  const columns = [
    searches.map((one) => one.resource),
    searches.map((one) => one.field),
    searches.map((one) => one.hash),
  ] as const;
  const row = await context.db.row<{ admitted: boolean }>(sql`
    with wanted as (
      select distinct resource, field, hash
      from unnest(${columns[0]}::text[], ${columns[1]}::text[], ${columns[2]}::text[]) w (resource, field, hash)
    ), fresh as (
      select w.* from wanted w where not exists (
        select from reveal_log l where l.admin_id = ${caller.id} and l.value_hash = w.hash and l.resource = w.resource
          and l.fields = array[w.field] and l.createtime >= ${new Date(toTime(day)).toISOString()}::timestamptz)
    ), counted as (
      insert into exact_search (admin_id, day, used)
      select ${caller.id}, ${day}::date, n from (select count(*)::int as n from fresh) f where n between 1 and ${personalDataSearchesPerDay}
      on conflict (admin_id) do update
        set used = excluded.used + case when exact_search.day = excluded.day then exact_search.used else 0 end, day = excluded.day
        where exact_search.day <> excluded.day or exact_search.used + excluded.used <= ${personalDataSearchesPerDay}
      returning 1
    ), logged as (
      insert into reveal_log (admin_id, username, resource, row_id, fields, reason, ip, value_hash)
      select ${caller.id}, ${caller.name}, resource, 0, array[field], '精确查询 exact search', ${caller.ip}, hash
      from fresh where exists (select from counted)
    )
    select exists (select from counted) or not exists (select from fresh) as admitted`);
  return row?.admitted === true;
}
