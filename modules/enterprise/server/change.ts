import { kindOf } from '#kernel/field.ts';
import { readIssue } from '#kernel/message.ts';
import { type Text, text } from '#kernel/text.ts';
import { coversArea } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { forbidden } from '#server/refusal.ts';
import type { Sealed } from '#server/seal.ts';
import type { WriteContext } from '#server/write/hooks.ts';
import { isUnchanged } from '#server/write/locked.ts';
import { toStored } from '#server/write/validate.ts';
import { changeableFields } from '../contract/dictionary.ts';
import { type Enterprise, enterprise } from '../contract/enterprise.ts';
import { findAgency } from './lookup.ts';

const say = {
  nothing: text('请至少填写一项变更', 'Give at least one change'),
  noParent: text('仅分社、服务网点有所属旅行社', 'Only branches and outlets have a parent agency'),
  noAgency: text('未找到正常经营的旅行社', 'No active travel agency has this code'),
} as const satisfies Record<string, Text>;

type Context = WriteContext<Enterprise>;
type Changes = Record<string, unknown>;
const fields = enterprise.fields;

/** What of the request differs from what is registered, in stored form. */
async function readChanges({ before, input, tx, fail, caller }: Context): Promise<Changes> {
  const changes: Changes = {};
  for (const name of changeableFields) {
    const one = fields[name];
    if (!Object.hasOwn(input, name) || isStored(name, input[name], before)) continue;
    if (input[name] === null && 'required' in one && one.required)
      fail(name, { 'zh-cn': readIssue('required', 'zh-cn'), en: readIssue('required', 'en') });
    else changes[name] = input[name];
  }
  if (typeof input.parent_uscc === 'string') {
    const agency = await findAgency(tx, input.parent_uscc);
    if (before?.ent_type !== 'agency_branch' && before?.ent_type !== 'agency_outlet') fail('parent_uscc', say.noParent);
    else if (!agency || agency.id === before.id) fail('parent_uscc', say.noAgency);
    else if (agency.id !== before.parent_id) changes.parent_id = agency.id;
  }
  if (changes.area_code && caller.type === 'admin' && !coversArea(caller, String(changes.area_code))) throw forbidden();
  return changes;
}

/** Checked values are in stored form, the row before in wire form; only money differs between the two. */
function isStored(name: (typeof changeableFields)[number], value: unknown, before: Enterprise | undefined): boolean {
  const one = fields[name];
  return isUnchanged(one, one.kind === 'money' && typeof value === 'number' ? value / 100 : value, before?.[name]);
}

/** A value as people read it while it waits: personal data masked, areas by name. */
function describeValue(engine: Engine, name: string, value: unknown): string {
  const one = fields[name as keyof typeof fields];
  if (value === null) return '';
  if ('privacy' in one && one.privacy) return kindOf(one).maskValue?.(String(value)) ?? '***';
  if (one.kind === 'area') return engine.reference.areas().get(String(value))?.full_name ?? String(value);
  if (one.kind === 'money') return (Number(value) / 100).toFixed(2);
  if (one.kind === 'place') return String(value).replace(/[()]/g, '');
  return String(value);
}

/** The request is kept beside what is registered, which stays valid; what it holds of personal data is sealed. */
export async function requestChange(context: Context, check: (changes: Changes) => Promise<void>): Promise<void> {
  const { engine, values, fail } = context;
  const changes = await readChanges(context);
  if (Object.keys(changes).length === 0) fail('name', say.nothing);
  await check(changes);
  values.pending = JSON.stringify(
    Object.entries(changes).map(([key, value]) => ({ key, value: describeValue(engine, key, value) })),
  );
  values.pending_sealed = JSON.stringify(engine.seal.seal(JSON.stringify(changes), ''));
}

/** Approved: what was asked for is registered now. Nobody registers an enterprise where they have no say. */
export async function acceptChange(context: Context): Promise<void> {
  const { engine, before, values, tx, caller } = context;
  const row = await tx.row<{ sealed: Sealed | null }>(
    sql`select pending_sealed as sealed from enterprise where id = ${before?.id ?? 0}`,
  );
  const changes: Changes = row?.sealed
    ? (JSON.parse(engine.seal.open(row.sealed)) as Changes)
    : Object.fromEntries((before?.pending ?? []).map(({ key, value }) => [key, value]));
  const allowed: readonly string[] = [...changeableFields, 'parent_id'];
  if (typeof changes.area_code === 'string' && caller.type === 'admin' && !coversArea(caller, changes.area_code))
    throw forbidden();
  if (typeof changes.parent_id === 'number')
    await context.require(enterprise, changes.parent_id, { status: ['active', 'change_pending'] });
  for (const [name, value] of Object.entries(changes))
    if (allowed.includes(name)) values[name] = toStored(fields[name as keyof typeof fields], value, engine.seal);
  dropChange(context);
}

/** The request is over, whatever became of it. */
export function dropChange({ values }: Context): void {
  values.pending = null;
  values.pending_sealed = null;
}
