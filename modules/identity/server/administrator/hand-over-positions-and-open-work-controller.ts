import type { AnyField } from '#kernel/declaration/field.ts';
import type { Lifecycle, State } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { isReference } from '#kernel/kind/linked/reference.ts';
import { assignPermissionNode } from '#kernel/resource/permissions-to-assign-and-handle-rows.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Locale, textIn as speak, type Text, text } from '#kernel/text/text.ts';
import { readOfficerCaller } from '#server/auth/read-caller-of-account-without-session.ts';
import { type Caller, can } from '#server/caller.ts';
import { canBeHandledBySql } from '#server/calls/assign-rows-to-officer-calls.ts';
import type { OfficerChoice } from '#server/calls/find-officers-who-see-row.ts';
import type { Queryable, Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { type CallWithValidatedInput, call } from '#server/http/declare-http-call-with-validated-input.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { maskedParameters } from '#server/http/mask-parameters-for-log.ts';
import { boolean, integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import {
  multiStepMoves,
  whereMoveProposedBy,
  wherePendingMoveCanBeHandedTo,
} from '#server/read/available-actions/approval-steps-available-to-caller.ts';
import { byPinyin } from '#server/read/condition/order-by-sql.ts';
import { withFieldsVisibleToCaller } from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import { statesOfHigherOffices } from '#server/read/scope/office-level-of-caller.ts';
import { scopeOf, withinJurisdiction } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { addOperationLogLine, type OperationLogLine } from '#server/write/statement/operation-log-line.ts';
import { write } from '#server/write/write-pipeline.ts';
import { admin } from '../../contract/admin.ts';
import { officerPosition } from '../../contract/officer-position.ts';

const texts = {
  title: text('工作交接', 'Handover'),
  done: text('已交接', 'Handed over'),
  left: text(
    '已交接；{n} 项仍在移交人名下：接收人看不到或无权办理，或正由上级办理',
    'Handed over; {n} remain with the person handing over: the recipient cannot see or handle them, or a higher office is deciding',
  ),
  same: text('请选择另一位管理员', 'Choose another administrator'),
  off: text('接收人的账号已禁用', "The recipient's account is disabled"),
  nothing: text('请至少选择一项', 'Select at least one item'),
  jobs: text(
    '岗位带有权限：只能在权限低于您的管理员之间移交',
    'Positions carry permissions: they can only be handed over between administrators with fewer permissions than yours',
  ),
  proposals: text('{resource}：待批准的提请', '{resource}: pending proposals'),
};

/**
 * Work assigned to an officer on rows not in a final state: an editable field, or a pending proposal that somebody else
 * must decide.
 */
interface OfficerField {
  readonly resource: AnyResource;
  /** `approval` of proposals. */
  readonly field: string;
  readonly label: Text;
  /** SQL: rows of alias `t` assigned to an administrator. */
  names(admin: number): Sql;
  /** SQL: rows of alias `t` an administrator can take over. */
  canTake(officer: Caller): Sql;
  /** The new value of the field. */
  give(to: number): Sql | number;
}

interface Person {
  [column: string]: unknown;
  id: number;
  nickname: string;
  status: string;
  job_arr: number[];
  group_arr: number[];
  /** The caller administers the account and may change its groups. */
  administered: boolean;
}

/** Most colleagues offered. */
const mostOffered = 20;

/** Fields the caller may write, by form or by assignment. */
function officerFields({ resources, find }: Engine, caller: Caller): OfficerField[] {
  return resources.flatMap((resource) => {
    const { life, name, label, handler } = resource;
    if (!life) return [];
    const mayEdit = can(caller, `${name}/edit`);
    const mayAssign = handler !== undefined && can(caller, `${name}/${assignPermissionNode[0]}`);
    const sees = (officer: Caller): Sql =>
      can(officer, `${name}/index`) ? (scopeOf(resource, officer, find) ?? sql`true`) : sql`false`;
    const named = Object.entries<AnyField>(withFieldsVisibleToCaller(resource, caller, find).fields).filter(
      ([field, one]) =>
        isReference(one) &&
        one.options.to === admin.name &&
        (field === handler ? mayAssign : mayEdit && one.write !== 'server'),
    );
    const fields = named.map(
      ([field]): OfficerField => ({
        resource,
        field,
        label,
        names: (id) => sql`t.${sql.id(field)} = ${id} and t.status = any(${openStates(life)}::text[])`,
        canTake: field === handler ? (officer) => canBeHandledBySql(resource, officer, find) : sees,
        give: (to) => to,
      }),
    );
    if (!mayEdit || multiStepMoves(resource).length === 0) return fields;
    const proposalsLabel = (locale: Locale) => speak(texts.proposals, locale, { resource: label[locale] });
    const proposals: OfficerField = {
      resource,
      field: 'approval',
      label: text(proposalsLabel('zh-cn'), proposalsLabel('en')),
      names: whereMoveProposedBy,
      canTake: (officer) => sql`${wherePendingMoveCanBeHandedTo(resource, officer)} and ${sees(officer)}`,
      give: (to) => sql`jsonb_set(t.approval, '{holder}', to_jsonb(${to}::bigint))`,
    };
    return [...fields, proposals];
  });
}

const openStates = (life: Lifecycle): string[] =>
  Object.entries<State>(life.states)
    .filter(([, { final }]) => !final)
    .map(([name]) => name);

/** SQL: accounts of the caller's jurisdiction, on alias `t`, regardless of rank. */
const inOffice = (caller: Caller): Sql => withinJurisdiction('area_code', caller) ?? sql`true`;

const person = (label: Text) => field.integer(label, { required: true, min: 1 });
const giver = person(text('移交人编号', 'ID of the person handing over'));
const forGivers = { gate: 'rule', node: 'auth/handOver/index' } as const;

const index = call({
  ...forGivers,
  summary: text(
    '一位管理员可移交的岗位与在办事项',
    'Positions and open work of an administrator that can be handed over',
  ),
  input: { from: giver },
  answer: object({
    jobs: list(object({ id: key, name: string })),
    jobs_offered: boolean,
    open: list(object({ resource: string, field: string, label: string, n: integer })),
  }),
  async run({ engine, caller, input }) {
    const { db } = engine;
    const [from] = await readPeople(engine, db, caller, [input.from]);
    const jobs = await db.rows<{ id: number; name: string }>(
      sql`select j.id, j.name from auth_job j where j.id = any(${from.job_arr}::bigint[]) order by j.weigh desc`,
    );
    const open = await Promise.all(
      officerFields(engine, caller).map(async (one) => ({
        resource: one.resource.name,
        field: one.field,
        label: one.label[caller.locale],
        n: await countStillWith(engine, db, one, caller, from.id),
      })),
    );
    // jobs carry permissions: the caller must administer both accounts
    const offered = from.administered && can(caller, 'auth/admin/edit');
    return { jobs: offered ? jobs : [], jobs_offered: offered, open: open.filter(({ n }) => n > 0) };
  },
});

const people = call({
  ...forGivers,
  summary: text(
    '可移交工作的同事：辖区内的管理员',
    'Colleagues work can be handed over between: administrators in the jurisdiction',
  ),
  input: { quick_search: field.text(text('姓名或用户名', 'Name or username')) },
  answer: object({ list: list(object({ id: key, name: string, username: string, department: orNull(string) })) }),
  async run({ engine, caller, input }) {
    const quick = input.quick_search?.toLowerCase();
    const named =
      quick === undefined
        ? sql.empty
        : sql` and (strpos(lower(t.nickname), ${quick}) > 0 or strpos(lower(t.username), ${quick}) > 0)`;
    const found = await engine.db.rows<OfficerChoice>(sql`
      select t.id, coalesce(nullif(t.nickname, ''), t.username) as name, t.username, d.name as department
      from auth_admin t left join auth_department d on d.id = t.department_id
      where ${inOffice(caller)}${named} order by ${byPinyin(sql`t.nickname`)}, t.id limit ${mostOffered}`);
    return { list: found };
  },
});

const runInput = {
  from: giver,
  to: person(text('接收人编号', 'ID of the person taking over')),
  jobs: field.references(text('岗位', 'Positions'), { to: officerPosition.name }),
  open: field.switch(text('在办事项', 'Open work')),
};

const counts: JsonSchema<Readonly<Record<string, number>>> = { type: 'object', additionalProperties: integer };

/** Calls for handing over jobs with their groups, and assigned open work. */
export const handOverPositionsAndOpenWorkController = (platform: Platform): Controller => ({
  app: 'admin',
  name: 'auth.handOver',
  actions: {
    index,
    people,
    run: call({
      gate: 'rule',
      node: 'auth/handOver/run',
      methods: ['POST'],
      silent: true,
      secret: true,
      summary: text(
        '移交：jobs 为岗位编号，open 为全部在办事项',
        'Hand over: jobs are position IDs, open means all open work',
      ),
      input: runInput,
      answer: object({ jobs: integer, open: counts, left: integer }),
      run: (made) => handOver(platform, made),
    }),
  },
});

/** The named officers of the caller's jurisdiction, or a refusal; locked if in a transaction. */
async function readPeople<const K extends readonly number[]>(
  { db, find }: Engine,
  on: Queryable,
  caller: Caller,
  ids: K,
) {
  const administered = scopeOf(admin, caller, find) ?? sql`true`;
  const rows = await on.rows<Person>(
    sql`select t.id, t.nickname, t.status, t.job_arr, t.group_arr, ${administered} as administered from auth_admin t
      where t.id = any(${ids}::bigint[]) and ${inOffice(caller)} order by t.id${on === db ? sql.empty : sql` for update of t`}`,
  );
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id);
    if (!row) throw notFound();
    return row;
  }) as { [P in keyof K]: Person };
}

/** Number of visible rows assigned to somebody by a field. */
async function countStillWith(
  { find }: Engine,
  on: Queryable,
  { resource, names }: OfficerField,
  caller: Caller,
  id: number,
): Promise<number> {
  const scope = scopeOf(resource, caller, find);
  const found = await on.row<{ n: number }>(
    sql`select count(*)::int as n from ${sql.id(tableOf(resource))} t where ${names(id)}${scope ? sql` and ${scope}` : sql.empty}`,
  );
  return found?.n ?? 0;
}

/** Hands over in one transaction; rows outside the other's scope stay. */
async function handOver({ engine, authenticator }: Platform, call: CallWithValidatedInput<typeof runInput>) {
  const { db } = engine;
  const { caller, input } = call;
  const requestedJobs = input.jobs ?? [];
  const open = input.open === '1';
  const log = {
    title: texts.title,
    url: call.path.slice(0, 1500),
    data: maskedParameters(call.params, admin),
  };
  const moved = await db.transaction(async (tx) => {
    tx.afterCommit(() => authenticator.forget());
    tx.afterCommit(() => engine.wakeRelay());
    const [from, to] = await readPeople(engine, tx, caller, [input.from, input.to]);
    if (from.id === to.id) throw new Refused(texts.same, { data: { reason: 'invalid' } });
    if (to.status !== '1') throw new Refused(texts.off, { data: { reason: 'invalid' } });
    const jobs = requestedJobs.filter((id) => from.job_arr.includes(id));
    if (jobs.length === 0 && !open) throw new Refused(texts.nothing, { data: { reason: 'invalid' } });
    if (jobs.length > 0 && !(from.administered && to.administered && can(caller, 'auth/admin/edit')))
      throw new Refused(texts.jobs, { data: { reason: 'forbidden' } });
    if (jobs.length > 0) await moveJobs(call, tx, { from, to, jobs, log });
    const { counts, left } = open ? await moveOpenWork(call, tx, from, to) : { counts: {}, left: 0 };
    if (jobs.length === 0) await addOperationLogLine(tx, caller, log);
    return { jobs: jobs.length, open: counts, left };
  });
  const { left } = moved;
  const message = left === 0 ? texts.done[caller.locale] : speak(texts.left, caller.locale, { n: left });
  return new Answer(moved, message);
}

interface JobMove {
  readonly from: Person;
  readonly to: Person;
  readonly jobs: readonly number[];
  readonly log: OperationLogLine;
}

/** Moves jobs, with the groups that no remaining job grants. */
async function moveJobs({ engine, caller }: Call, tx: Transaction, { from, to, jobs, log }: JobMove): Promise<void> {
  const left = from.job_arr.filter((id) => !jobs.includes(id));
  const groups = await tx.row<{ gone: number[]; remaining: number[] }>(sql`select
    array(select distinct unnest(group_arr) from auth_job where id = any(${jobs}::bigint[])) as gone,
    array(select distinct unnest(group_arr) from auth_job where id = any(${left}::bigint[])) as remaining`);
  const lost = (groups?.gone ?? []).filter((id) => !groups?.remaining.includes(id));
  const rest = from.group_arr.filter((id) => !lost.includes(id));
  const change = (id: number, input: Readonly<Record<string, unknown>>) =>
    write(engine, admin, caller, { operation: 'edit', id, input, log }, tx);
  await change(to.id, { job_arr: [...new Set([...to.job_arr, ...jobs])] });
  // an account without a group could not sign in; an administrator removes the last one
  await change(from.id, { job_arr: left, ...(rest.length > 0 ? { group_arr: rest } : {}) });
}

/** Reassigns all rows the other officer can take over; returns counts by resource. */
async function moveOpenWork(
  { engine, caller }: Call,
  tx: Transaction,
  from: Person,
  to: Person,
): Promise<{ counts: Record<string, number>; left: number }> {
  const counts: Record<string, number> = {};
  let left = 0;
  // read anew, with the jobs just moved
  const taker = await readOfficerCaller(tx, to.id, caller.locale);
  if (taker)
    for (const officerField of officerFields(engine, caller)) {
      const { resource } = officerField;
      const above = statesOfHigherOffices(resource, caller, engine.find);
      const order = {
        where: sql`${officerField.names(from.id)} and ${officerField.canTake(taker)} and t.status <> all(${above}::text[])`,
        set: { [officerField.field]: officerField.give(to.id) },
        action: 'handOver',
        note: sql`${`${from.nickname} → ${to.nickname}`}::text`,
      };
      const { length } = await changeRows(engine, resource, caller, order, tx);
      counts[resource.name] = (counts[resource.name] ?? 0) + length;
      left += await countStillWith(engine, tx, officerField, caller, from.id);
    }
  return { counts, left };
}
