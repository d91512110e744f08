import type { Lifecycle, Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Guard } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { isFormLocked, writableFields } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { moveOf, stateOf } from '#kernel/lifecycle/lifecycle.ts';
import { scopeResourceOf } from '#kernel/resource/parent-resource.ts';
import { permissionNodesOf } from '#kernel/resource/permission-nodes.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { readOfficerCaller } from '#server/auth/read-caller-of-account-without-session.ts';
import { type Caller, can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readRow } from '#server/read/row/read-one-row-as-json.ts';
import { withFieldsVisibleToCaller } from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import { waitsForHigherOffice } from '#server/read/scope/office-level-of-caller.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { badParameter, forbidden, notFound } from '#server/refusal.ts';
import { divisionNameIn } from '#server/system/division-name.ts';
import { admin } from '../../contract/admin.ts';

const texts = {
  active: text('账号“{name}”已启用', 'The account “{name}” is enabled'),
  disabled: text('账号“{name}”已禁用，什么都不能做', 'The account “{name}” is disabled and may do nothing'),
  super: text('是超级管理员，拥有全部权限和地区', 'Super administrator: has all permissions and areas'),
  granted: text('管理组“{group}”授予“{label}”（{node}）', 'Group “{group}” grants “{label}” ({node})'),
  notGranted: text(
    '“{label}”（{node}）未授予。所在管理组：{groups}',
    '“{label}” ({node}) is not granted. Groups: {groups}',
  ),
  groupOff: text('管理组“{group}”授予它，但该组已禁用', 'Group “{group}” grants it but is disabled'),
  nobody: text('“{label}”不由管理员办理', '“{label}” is not done by administrators'),
  seesAll: text('能看到全部“{resource}”', 'Can see all “{resource}”'),
  inside: text('该记录在可见范围内（{scope}）', 'The record is within the visible scope ({scope})'),
  outside: text('该记录不在可见范围内（{scope}）', 'The record is outside the visible scope ({scope})'),
  area: text('管辖地区 {area}', 'jurisdiction {area}'),
  own: text('仅本人的记录', 'own records only'),
  department: text('本部门及下级部门', 'own department and those below'),
  all: text('全部', 'all'),
  state: text('当前状态“{state}”允许“{label}”', 'Status “{state}” allows “{label}”'),
  notState: text(
    '当前状态“{state}”不能“{label}”，须为：{states}',
    'Status “{state}” does not allow “{label}”; it must be: {states}',
  ),
  above: text(
    '当前状态“{state}”由上级主管部门办理，本级不能“{label}”',
    'Status “{state}” is handled by a higher authority; this level cannot do “{label}”',
  ),
  locked: text('当前状态“{state}”下表单不可修改', 'The form cannot be edited in status “{state}”'),
  open: text('办理条件均满足', 'All conditions are met'),
  closed: text('办理条件不满足：{why}', 'Condition not met: {why}'),
  waits: text(
    '正有提请待处理，或本人已办过其中一步：须由另一人办理',
    'A proposal is pending, or this person has already taken one of its steps: someone else must act',
  ),
  none: text('无', 'none'),
};

/** A check that was made, in the order of decision. */
export interface AccessCheck {
  readonly rule: 'account' | 'group' | 'node' | 'scope' | 'state' | 'guard' | 'approval';
  /** Whether it permits the action. */
  readonly holds: boolean;
  readonly text: string;
}

/** A field hidden from the officer, and the permission node that would show it. */
interface ClosedField {
  readonly name: string;
  readonly label: string;
  /** The missing node; null: hidden because of the row's area. */
  readonly node: string | null;
}

export interface AccessExplanation {
  readonly allowed: boolean;
  readonly findings: readonly AccessCheck[];
  readonly unread: readonly ClosedField[];
  readonly unwritten: readonly ClosedField[];
}

export interface AccessQuestion {
  readonly person: number;
  readonly resource: string;
  /** Action of a node: `edit`, `suspend`, `revoke:confirm`. */
  readonly action: string;
  readonly row?: number;
}

/** The question, and the sink of its findings. */
interface Explained {
  readonly engine: Engine;
  readonly locale: Locale;
  readonly question: AccessQuestion;
  readonly resource: AnyResource;
  readonly node: string;
  /** Label of the node. */
  readonly label: string;
  /** The officer in question, with current permissions. */
  readonly person: Caller;
  addFinding(
    rule: AccessCheck['rule'],
    holds: boolean,
    message: Text,
    values?: Readonly<Record<string, unknown>>,
  ): void;
}

/**
 * Explains why an officer may or may not do something, with the code that decides it: permissions as read for the
 * officer, the read scope, and the actions the server offers on the row. The caller must be allowed to see the officer
 * and the row.
 */
export async function explainAccess(
  engine: Engine,
  caller: Caller,
  question: AccessQuestion,
): Promise<AccessExplanation> {
  const { db, find } = engine;
  const { locale } = caller;
  const resource = find(question.resource);
  const node = resource && permissionNodesOf(resource).find(({ action }) => action === question.action);
  if (!resource || !node) throw badParameter();
  if (!can(caller, `${resource.name}/index`)) throw forbidden();
  const account = await seen(engine, caller, admin, question.person);
  if (question.row !== undefined) await seen(engine, caller, resource, question.row);
  const person = await readOfficerCaller(db, question.person, locale);
  const name = String(
    (await db.row<{ username: string }>(sql`select username from auth_admin where id = ${account}`))?.username,
  );
  const findings: AccessCheck[] = [];
  const addFinding: Explained['addFinding'] = (rule, holds, message, values = {}) => {
    findings.push({ rule, holds, text: textIn(message, locale, values) });
  };
  addFinding('account', person !== undefined, person ? texts.active : texts.disabled, { name });
  if (!person) return { allowed: false, findings, unread: [], unwritten: [] };

  const label = node.label[locale];
  const explained: Explained = { engine, locale, question, resource, node: node.node, label, person, addFinding };
  if (person.super) addFinding('node', true, texts.super);
  else await explainGroups(explained);
  const { row } = question;
  if (row !== undefined && (await explainScope(explained, row)) && can(person, `${resource.name}/index`))
    await explainRow(explained, row);
  return { allowed: findings.every(({ holds }) => holds), findings, ...(await closedFields(explained)) };
}

/** The groups that grant the node, if any. `can` decides whether the officer holds it. */
async function explainGroups({ engine, locale, question, node, label, person, addFinding }: Explained): Promise<void> {
  const holds = can(person, node);
  const groups = await engine.db.rows<{ name: string; enabled: boolean; grants: boolean }>(sql`
    select g.name, g.status = '1' as enabled, g.rules is null or exists (select from auth_menu m
      where m.id = any(g.rules) and m.status and lower(m.name) = lower(${node})) as grants
    from auth_admin a join auth_group g on g.id = any(a.group_arr) where a.id = ${question.person} order by g.id`);
  for (const { name: group, enabled, grants } of groups)
    if (grants)
      addFinding('group', enabled || holds, enabled ? texts.granted : texts.groupOff, {
        group,
        label,
        node,
      });
  if (!holds)
    addFinding('node', false, texts.notGranted, {
      label,
      node,
      groups: groups.map((one) => one.name).join('、') || texts.none[locale],
    });
}

/** Whether the row is within the officer's read scope. */
async function explainScope(
  { engine, locale, resource, person, addFinding }: Explained,
  row: number,
): Promise<boolean> {
  const { db, find } = engine;
  const scope = scopeOf(resource, person, find);
  const kind = scopeResourceOf(resource, find).scope;
  const where = person.areaCode
    ? (divisionNameIn(engine.reference.areas(), person.areaCode, locale) ?? person.areaCode)
    : texts.all[locale];
  const reach =
    kind === 'own' || kind === 'department' || kind === 'all'
      ? texts[kind][locale]
      : textIn(texts.area, locale, { area: where });
  if (!scope) {
    addFinding('scope', true, texts.seesAll, { resource: resource.label[locale] });
    return true;
  }
  const within = await db.row(sql`select 1 from ${sql.id(tableOf(resource))} t where t.id = ${row} and ${scope}`);
  addFinding('scope', within !== undefined, within ? texts.inside : texts.outside, { scope: reach });
  return within !== undefined;
}

/** The actions offered on the row: state, guards and order of steps. */
async function explainRow(explained: Explained, row: number): Promise<void> {
  const { engine, locale, question, resource: one, node, label, person, addFinding } = explained;
  const { find } = engine;
  const move = moveOf(one.life, question.action.split(':')[0] as string);
  const shown = await readRow<{ status?: string; _moves?: string[]; _closed?: Record<string, number> | null }>(
    engine,
    one,
    person,
    row,
  );
  const state = stateOf(one.life, shown.status ?? '')?.[locale] ?? shown.status;
  const bound = move !== undefined || ['edit', 'del', 'assign'].includes(question.action);
  if (bound && waitsForHigherOffice(one, shown.status, person, find))
    return addFinding('state', false, texts.above, { state, label });
  if (question.action === 'edit' && one.life) {
    const visible = withFieldsVisibleToCaller(one, person, find);
    if (isFormLocked(visible, { actor: 'admin', state: shown.status }))
      addFinding('state', false, texts.locked, { state });
  }
  if (!move || !one.life) return;
  if (move.by && !move.by.includes('admin')) return addFinding('state', false, texts.nobody, { label });
  const from = move.from as readonly string[];
  const fits = from.includes(shown.status ?? '');
  const states = from.map((name) => stateOf(one.life as Lifecycle, name)?.[locale] ?? name).join('、');
  addFinding('state', fits, fits ? texts.state : texts.notState, { state, label, states });
  if (!fits || !can(person, node)) return;
  const closed = shown._closed?.[question.action];
  const guard = closed === undefined ? undefined : ((move as Move).when as readonly Guard[] | undefined)?.[closed];
  if (guard) addFinding('guard', false, texts.closed, { why: guard.else[locale] });
  else if (!shown._moves?.includes(question.action)) addFinding('approval', false, texts.waits);
  else if ((move as Move).when) addFinding('guard', true, texts.open);
}

/** Fields the officer cannot read, and cannot write if the action writes. */
async function closedFields({
  engine: { db, find },
  locale,
  question,
  resource: one,
  person,
}: Explained): Promise<Pick<AccessExplanation, 'unread' | 'unwritten'>> {
  const visible = withFieldsVisibleToCaller(one, person, find);
  const nodeOf = (node: string | undefined) => (node ? `${one.name}/${node}` : null);
  const fields = Object.entries(one.fields);
  const unread = fields.flatMap(([field, declared]) =>
    Object.hasOwn(visible.fields, field)
      ? []
      : [{ name: field, label: declared.label[locale], node: nodeOf(declared.reads) }],
  );
  if (question.action !== 'edit' && question.action !== 'add') return { unread, unwritten: [] };
  const state =
    question.row === undefined || !one.life
      ? undefined
      : (await db.row<{ status: string }>(sql`select status from ${sql.id(tableOf(one))} where id = ${question.row}`))
          ?.status;
  const open = writableFields(visible, question.action, { actor: 'admin', ...(state ? { state } : {}) });
  const unwritten = fields.flatMap(([field, declared]) =>
    declared.write === 'server' || !Object.hasOwn(visible.fields, field) || Object.hasOwn(open, field)
      ? []
      : [{ name: field, label: declared.label[locale], node: nodeOf(declared.writes) }],
  );
  return { unread, unwritten };
}

/** Checks that the caller sees a row; otherwise it is not found. */
async function seen({ db, find }: Engine, caller: Caller, resource: AnyResource, id: number): Promise<number> {
  const scope = scopeOf(resource, caller, find);
  const found = await db.row(
    sql`select 1 from ${sql.id(tableOf(resource))} t where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}`,
  );
  if (!found) throw notFound();
  return id;
}
