import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Tone } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { stateOf } from '#kernel/lifecycle/lifecycle.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { endsAtInstant } from '#kernel/time/deadline.ts';
import { toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import { type Caller, can } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { whereAssignedToCaller, whereAwaitingCaller } from '#server/read/available-actions/rows-awaiting-caller.ts';
import { headingColumn } from '#server/read/field/row-heading-and-subtitle-sql.ts';
import { whereOfList } from '#server/read/list/read-list-page.ts';
import type { CountOfRowsAwaitingOfficer } from './count-of-rows-awaiting-officer.ts';
import {
  deadlineRuleWarningText,
  missingCalendarYearCounts,
  missingSettingCounts,
  unsignedEvidenceRootCounts,
} from './maintenance-warnings-on-workbench.ts';

/** A waiting row, as shown in one line. */
export interface UrgentWork {
  resource: string;
  id: number;
  title: string;
  state: string;
  tone: Tone;
  /** Unix seconds. */
  due_at: number;
  /** Unit of the deadline; null if the row has none. */
  unit: 'workingDay' | 'day' | 'hour' | null;
}

export interface Workbench {
  remark: string;
  todo: CountOfRowsAwaitingOfficer[];
  pressing: UrgentWork[];
}

/** Most lines shown in total, and most rows counted per resource. */
const mostPressing = 8;
const mostCounted = 10_001;

/** Why rows wait for an officer: the next step is the officer's, or they were assigned. */
const ways = {
  awaits: { query: { awaitsMe: true }, title: text('{label}', '{label}') },
  handler: { query: { handledByMe: true }, title: text('{label} · 交给我的', '{label} · assigned to me') },
} as const;
type Way = keyof typeof ways;

interface WorkList {
  readonly resource: AnyResource;
  readonly way: Way;
}

/** Pending work of an officer over all visible resources: counts, and the rows with the earliest deadlines. */
export async function readWorkbench(engine: Engine, caller: Caller, now = new Date()): Promise<Workbench> {
  const lists = engine.resources.flatMap((resource): WorkList[] => {
    if (!resource.life || !can(caller, `${resource.name}/index`)) return [];
    return [
      ...(whereAwaitingCaller(engine, resource, caller) ? [{ resource, way: 'awaits' as const }] : []),
      ...(whereAssignedToCaller(resource, caller) ? [{ resource, way: 'handler' as const }] : []),
    ];
  });
  const today = toShanghaiDate(now.toISOString());
  const remark = deadlineRuleWarningText(engine, caller, today);
  // shown first: without these nobody can issue a document
  const first = [...missingSettingCounts(engine, caller), ...(await unsignedEvidenceRootCounts(engine, caller))];
  const last = missingCalendarYearCounts(engine, caller, today);
  if (lists.length === 0) return { remark, todo: [...first, ...last], pressing: [] };
  const [numbers, pressing] = await Promise.all([
    countLists(engine, caller, lists),
    readPressing(engine, caller, lists),
  ]);
  const waiting = lists.flatMap(({ resource, way }, place) => {
    const path = `/admin/${resource.name}?${way}=me`;
    const { count = 0, overdue = 0 } = numbers[place] ?? {};
    if (way === 'handler' && count === 0) return [];
    return [
      {
        resource: resource.name,
        count,
        overdue,
        title: textIn(ways[way].title, caller.locale, { label: resource.label[caller.locale] }),
        path: `${path}&order=due_at%2Casc`,
        overdue_path: `${path}&due_at.range=overdue&order=due_at%2Casc`,
      },
    ];
  });
  return { remark, todo: [...first, ...waiting, ...last], pressing };
}

/** SQL condition of the list that a count links to. */
const whereOfWorkList = (engine: Engine, caller: Caller, { resource, way }: WorkList, more: Condition[] = []): Sql =>
  whereOfList(engine, resource, caller, { conditions: more, quickSearch: '', ...ways[way].query });

/** Counts all lists in one statement. */
async function countLists(
  engine: Engine,
  caller: Caller,
  lists: readonly WorkList[],
): Promise<{ count: number; overdue: number }[]> {
  const count = (list: WorkList, more?: Condition[]) =>
    sql`(select count(*)::int from (select from ${sql.id(tableOf(list.resource))} t where ${whereOfWorkList(engine, caller, list, more)} limit ${mostCounted}) c)`;
  const late: Condition = { field: 'due_at', operator: 'RANGE', value: 'overdue' };
  const counts = lists.map((list, place) => sql`(${place}::int, ${count(list)}, ${count(list, [late])})`);
  return engine.db.rows(
    sql`select n.count, n.overdue from (values ${sql.join(counts)}) n (place, count, overdue) order by n.place`,
  );
}

/**
 * The most urgent rows in one statement: the first of each list by deadline, merged; a row in two lists appears once.
 */
async function readPressing(engine: Engine, caller: Caller, lists: readonly WorkList[]): Promise<UrgentWork[]> {
  const parts = lists.map((list) => {
    const { resource } = list;
    const due: Condition = { field: 'due_at', operator: 'NOT NULL', value: '' };
    return sql`(select ${resource.name}::text as resource, t.id, ${headingColumn(resource, engine.find, caller.locale)}::text as title, t.status::text as status, t.due_at,
        ${resource.life?.clocks ? sql`t.due_unit` : sql`null::text`} as unit
      from ${sql.id(tableOf(resource))} t where ${whereOfWorkList(engine, caller, list, [due])} order by t.due_at, t.id limit ${mostPressing})`;
  });
  const rows = await engine.db.rows<{
    resource: string;
    id: number;
    title: string | null;
    status: string;
    due_at: number;
    unit: string | null;
  }>(sql`
    select f.resource, f.id, f.title, f.status, floor(extract(epoch from f.due_at))::bigint as due_at,
      f.unit
    from (select * from (${sql.join(parts, ' union ')}) every order by due_at, resource, id limit ${mostPressing}) f
    order by f.due_at, f.resource, f.id`);
  return rows.map(({ status, unit, title, ...row }) => {
    const state = stateOf(engine.find(row.resource)?.life, status);
    return {
      ...row,
      title: title ?? '',
      state: state?.[caller.locale] ?? '',
      tone: state?.tone ?? 'muted',
      // the page counts hours, and says when less than one is left
      unit: unit === null ? null : unit === 'workingDay' ? unit : endsAtInstant(unit) ? 'hour' : 'day',
    };
  });
}
