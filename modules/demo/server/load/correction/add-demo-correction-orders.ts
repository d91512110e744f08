import { numberedFields } from '#kernel/lifecycle/fields-numbered-by-server.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { checkItem } from '#modules/library/contract/check-item/check-item.ts';
import { officer } from '#modules/library/contract/officer/enforcement-officer.ts';
import { order } from '#modules/reform/contract/correction-order.ts';
import { problem } from '#modules/reform/contract/problem-to-correct.ts';
import { itinerary } from '#modules/travel/contract/itinerary/team-itinerary.ts';
import { productTemplate } from '#modules/travel/contract/product/itinerary-template-of-product.ts';
import { systemCaller } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { nextNumberOfField } from '#server/write/field/next-record-number-sql.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { write } from '#server/write/write-pipeline.ts';
import type { DemoCorrectionScene } from '../../generate/draw-demo-correction-pictures.ts';
import {
  addPicturesOfProblem,
  type DemoCorrectionPictures,
  storeDemoCorrectionPictures,
} from './store-demo-correction-pictures.ts';

/** Orders that the procedure makes today, by what became of them so far. */
const underWay = ['read', 'issued', 'read', 'draft'] as const;
/** Orders of the last months, in days since they were issued; `pictured`: with pictures before and after. */
const past = [
  { issued: 9, term: 7, status: 'overdue', days: null, late: true, pictured: false },
  { issued: 24, term: 15, status: 'closed', days: 12, late: false, pictured: false },
  { issued: 40, term: 15, status: 'closed', days: 14, late: false, pictured: true },
  { issued: 55, term: 10, status: 'closed', days: 19, late: true, pictured: false },
  { issued: 70, term: 15, status: 'closed', days: 9, late: false, pictured: false },
] as const;
/** One more of the agency that a demonstration account represents. */
const earlier = { issued: 90, term: 15, status: 'closed', days: 11, late: false, pictured: true } as const;
type PastOrder = (typeof past)[number] | typeof earlier;

interface Party {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly area_code: string;
  readonly officers: readonly number[];
}

interface Item {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly name: string;
  readonly law: string;
  readonly requirement: string;
  readonly severity: string;
}

/** Agencies with two officers who may act in their area; the one with a team on its way first. */
const findParties = (db: Queryable, count: number): Promise<Party[]> =>
  db.rows<Party>(sql`
    select e.id, e.area_code, o.officers from ${sql.id(tableOf(enterprise))} e
    cross join lateral (
      select array_agg(o.id order by o.id) as officers from (
        select o.id from ${sql.id(tableOf(officer))} o
        where o.status = 'verified' and o.on_duty and o.cert_valid_to > ${shanghaiToday()}::date
          and left(o.area_code, 4) = left(e.area_code, 4) and o.area_code in (e.area_code, left(e.area_code, 4) || '00')
        order by o.id limit 2) o) o
    where e.ent_type = 'agency' and e.status = 'active' and cardinality(o.officers) = 2
    order by exists (select from ${sql.id(tableOf(itinerary))} i where i.agency_id = e.id and i.status = 'departed') desc,
      exists (select from ${sql.id(tableOf(productTemplate))} t where t.agency_id = e.id) desc, e.id limit ${count}`);

/**
 * Correction orders of agencies: some under way, which the procedure issues, and some of the last months with their
 * result. Needs officers, check items and the settings of the authority.
 */
export async function addDemoCorrectionOrders(engine: Engine): Promise<void> {
  const { db } = engine;
  if (await db.row(sql`select 1 as found from ${sql.id(tableOf(order))} limit 1`)) return;
  const parties = await findParties(db, underWay.length + past.length);
  const items = await db.rows<Item>(sql`
    select id, name, coalesce(basis, '《旅游法》') as law, coalesce(standard, content) as requirement, severity
    from ${sql.id(tableOf(checkItem))} where status = 'published' and 'agency' = any(kinds) order by code limit 8`);
  const problemsOf = (n: number) => items.slice(n % Math.max(1, items.length - 1)).slice(0, 1 + (n % 2));
  const pictured = await storePictured(engine, items);
  const storeOne = (party: Party, problems: Problems, one: PastOrder) =>
    storePast(engine, party, one.pictured && pictured.length > 0 ? pictured : problems, one);
  for (const [n, party] of parties.entries()) {
    const state = underWay[n];
    const problems = problemsOf(n).map(problemOf);
    if (problems.length === 0) return;
    const one = past[n - underWay.length];
    if (state) await orderNow(engine, party, problems, state);
    else if (one) await storeOne(party, problems, one);
  }
  const [first] = parties;
  if (first) await storeOne(first, problemsOf(0).map(problemOf), earlier);
}

type Problem = Omit<Item, 'id' | 'name' | 'requirement'> & {
  readonly item_id: number;
  readonly problem: string;
  readonly requirement: string;
};
type Problems = readonly (Problem & { readonly pictures?: DemoCorrectionPictures })[];

const problemOf = ({ id, name, law, requirement, severity }: Item): Problem => ({
  item_id: id,
  problem: `现场发现：${name}不符合要求`,
  law: law.slice(0, 300),
  requirement: requirement.slice(0, 1000),
  severity,
});

/** What is drawn for a check item, by a part of its name. */
const scenes: Readonly<Record<string, DemoCorrectionScene>> = { 亮证: 'licence', 合同: 'contract' };

/** Problems with their pictures, of the items for which there are some. */
async function storePictured(engine: Engine, items: readonly Item[]): Promise<Problems> {
  const officer = await engine.db.row<{ id: number }>(sql`select id from auth_admin order by id limit 1`);
  const found: Problems[number][] = [];
  for (const [part, scene] of officer ? Object.entries(scenes) : []) {
    const item = items.find(({ name }) => name.includes(part));
    if (item && officer)
      found.push({ ...problemOf(item), pictures: await storeDemoCorrectionPictures(engine, scene, officer.id) });
  }
  return found;
}

async function orderNow(
  engine: Engine,
  { id: enterprise_id, officers }: Party,
  problems: Problems,
  state: (typeof underWay)[number],
): Promise<void> {
  const who = systemCaller({ name: '执法队' });
  const input = { enterprise_id, source: 'patrol', officers, kind: 'within_term', term_days: 15, problems };
  const { id } = await write(engine, order, who, { operation: 'add', input, unread: true, unseen: true });
  if (state === 'draft') return;
  const service = { service: 'direct' };
  await write(engine, order, who, { operation: 'move', move: 'issue', id, input: service, unread: true, unseen: true });
  if (state === 'read')
    await moveRows(engine, order, who, {
      where: sql`t.id = ${id}`,
      move: 'serve',
      set: { read_at: sql`now()`, received_by: '王经理' },
    });
}

async function storePast(
  engine: Engine,
  { id, area_code, officers }: Party,
  problems: Problems,
  one: PastOrder,
): Promise<void> {
  const issued = addDays(shanghaiToday(), -one.issued);
  const [numbered] = numberedFields(order);
  if (!numbered) return;
  const [name, rule] = numbered;
  await engine.db.transaction(async (tx) => {
    const made = await tx.row<{ id: number }>(sql`
      insert into ${sql.id(tableOf(order))} (no, enterprise_id, recipient_id, source, officers, kind, term_days, issued_on, issued_at, read_at, received_by,
        due_on, late, late_round, submitted_at, statement, rounds, closed_on, days_used, area_code, status, createtime)
      values (${nextNumberOfField(order, name, rule, () => undefined)}, ${id}, ${id}, 'patrol', ${[...officers]}::bigint[], 'within_term', ${one.term}, ${issued}::date,
        ${`${issued}T10:00:00+08:00`}::timestamptz, ${`${issued}T15:00:00+08:00`}::timestamptz, '王经理', ${addDays(issued, one.term)}::date, ${one.late}, ${one.late ? 1 : null},
        ${one.days === null ? null : `${addDays(issued, one.days - 1)}T10:00:00+08:00`}::timestamptz, ${one.days === null ? null : '已按要求逐项改正，并安排专人复查。'}, ${one.days === null ? 0 : 1},
        ${one.days === null ? null : addDays(issued, one.days)}::date, ${one.days}, ${area_code}, ${one.status}, ${`${issued}T09:30:00+08:00`}::timestamptz)
      returning id`);
    const orderId = made?.id ?? 0;
    await storeHistory(tx, { ...one, id: orderId, area: area_code, issued });
    const stored = await tx.rows<{ id: number }>(sql`
      insert into ${sql.id(tableOf(problem))} (order_id, item_id, problem, law, requirement, severity, answered, ordered_on, weigh)
      select ${orderId}, g.item_id, g.problem, g.law, g.requirement, g.severity, ${one.days !== null}, ${issued}::date, row_number() over ()
      from jsonb_to_recordset(${JSON.stringify(problems)}::jsonb) g (item_id bigint, problem text, law text, requirement text, severity text)
      returning id`);
    for (const [at, { pictures }] of problems.entries()) {
      const id = stored[at]?.id;
      const photographedAt = `${addDays(issued, (one.days ?? 1) - 1)}T09:${String(10 + at).padStart(2, '0')}:00+08:00`;
      if (pictures && id !== undefined)
        await addPicturesOfProblem(tx, { id, order: orderId, pictures, photographedAt });
    }
  });
}

interface StepsOfPastOrder {
  readonly id: number;
  readonly area: string;
  /** The day on which it was issued. */
  readonly issued: string;
  readonly term: number;
  /** Days until it was closed; null: it is overdue. */
  readonly days: number | null;
  readonly late: boolean;
}

/** The steps that led an order of the past to its state. */
async function storeHistory(tx: Queryable, { id, area, issued, term, days, late }: StepsOfPastOrder): Promise<void> {
  const at = (day: number, time: string) => `${addDays(issued, day)}T${time}+08:00`;
  const handedIn = (days ?? 1) - 1;
  const steps = [
    { move: null, from: null, to: 'draft', by: 'admin', at: at(0, '09:30:00') },
    { move: 'issue', from: 'draft', to: 'issued', by: 'admin', at: at(0, '10:00:00') },
    { move: 'serve', from: 'issued', to: 'read', by: 'admin', at: at(0, '15:00:00') },
    ...(late ? [{ move: 'lapse', from: 'read', to: 'overdue', by: 'system', at: at(term + 1, '00:00:01') }] : []),
    ...(days === null
      ? []
      : [
          {
            move: 'submit',
            from: late ? 'overdue' : 'read',
            to: 'submitted',
            by: 'member',
            at: at(handedIn, '10:00:00'),
          },
          { move: 'approve', from: 'submitted', to: 'approved_remote', by: 'admin', at: at(handedIn, '16:00:00') },
          { move: 'close', from: 'approved_remote', to: 'closed', by: 'admin', at: at(days, '09:00:00') },
        ]),
  ];
  const names = { admin: '执法队', member: '王经理', system: '系统' } as const;
  const rows = steps.map((step) => ({ ...step, name: names[step.by as keyof typeof names] }));
  await tx.query(sql`
    insert into history (resource, row_id, action, move, from_status, to_status, actor_type, actor_name, area_code, createtime)
    select ${order.name}, ${id}, case when s.move is null then 'add' else 'move' end, s.move, s."from", s."to", s."by", s.name, ${area}, s.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) s (move text, "from" text, "to" text, "by" text, name text, at timestamptz)`);
}
