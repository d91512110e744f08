import { kindOf, targetOf } from '#kernel/field.ts';
import { readIssue } from '#kernel/message.ts';
import { type Text, text } from '#kernel/text.ts';
import { coversArea } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { forbidden } from '#server/refusal.ts';
import type { Sealed } from '#server/seal.ts';
import type { Values } from '#server/write/hooks.ts';
import { isUnchanged } from '#server/write/locked.ts';
import { schemaOf } from '#server/write/validate.ts';
import { changeableFields } from '../contract/dictionary.ts';
import { enterprise } from '../contract/enterprise.ts';
import type { EnterpriseChange } from './enterprise-write.ts';
import { findAgency } from './lookup.ts';

const say = {
  nothing: text('请至少填写一项变更', 'Give at least one change'),
  noParent: text('仅分社、服务网点有所属旅行社', 'Only branches and outlets have a parent agency'),
  noAgency: text('未找到正常经营的旅行社', 'No active travel agency has this code'),
} as const satisfies Record<string, Text>;

type Changes = Values<typeof enterprise>;
const fields = enterprise.fields;

/** What of the request differs from what is registered. */
async function readChanges({ before, input, tx, fail, caller }: EnterpriseChange): Promise<Changes> {
  const changes: Record<string, unknown> = {};
  for (const name of changeableFields) {
    const one = fields[name];
    if (!Object.hasOwn(input, name) || isUnchanged(one, input[name], before[name])) continue;
    if (input[name] === null && 'required' in one && one.required)
      fail(name, { 'zh-cn': readIssue('required', 'zh-cn'), en: readIssue('required', 'en') });
    else changes[name] = input[name];
  }
  if (typeof input.parent_uscc === 'string') {
    const agency = await findAgency(tx, input.parent_uscc);
    if (before.ent_type !== 'agency_branch' && before.ent_type !== 'agency_outlet') fail('parent_uscc', say.noParent);
    else if (!agency || agency.id === before.id) fail('parent_uscc', say.noAgency);
    else if (agency.id !== before.parent_id) changes.parent_id = agency.id;
  }
  if (changes.area_code && caller.type === 'admin' && !coversArea(caller, String(changes.area_code))) throw forbidden();
  return changes as Changes;
}

/** A value as people read it while it waits: personal data masked, areas by name. */
function describeValue(engine: Engine, name: string, value: unknown): string {
  const one = fields[name as keyof typeof fields];
  if (value === null) return '';
  if ('privacy' in one && one.privacy) return kindOf(one).maskValue?.(String(value)) ?? '***';
  if (targetOf(one)?.key === 'code') return engine.reference.areas().get(String(value))?.full_name ?? String(value);
  return kindOf(one).column === 'point' ? (kindOf(one).toText?.(value, one.options, 'zh-cn') ?? '') : String(value);
}

/** The request is kept beside what is registered, which stays valid; what it holds of personal data is sealed. */
export async function requestChange(
  context: EnterpriseChange,
  check: (changes: Changes) => Promise<void>,
): Promise<void> {
  const { engine, values, fail } = context;
  const changes = await readChanges(context);
  if (Object.keys(changes).length === 0) fail('name', say.nothing);
  await check(changes);
  values.pending = Object.entries(changes).map(([key, value]) => ({ key, value: describeValue(engine, key, value) }));
  values.pending_sealed = JSON.stringify(engine.seal.seal(JSON.stringify(changes), ''));
}

/** Approved: what was asked for is registered now. Nobody registers an enterprise where they have no say. */
export async function acceptChange(context: EnterpriseChange): Promise<void> {
  const { engine, before, values, tx, caller } = context;
  const row = await tx.row<{ sealed: Sealed | null }>(
    sql`select pending_sealed as sealed from enterprise where id = ${before.id}`,
  );
  const asked: Readonly<Record<string, unknown>> = row?.sealed
    ? (JSON.parse(engine.seal.open(row.sealed)) as Record<string, unknown>)
    : Object.fromEntries((before.pending ?? []).map(({ key, value }) => [key, value]));
  const changes = Object.fromEntries(
    [...changeableFields, 'parent_id' as const].flatMap((name) =>
      Object.hasOwn(asked, name) ? [[name, readKept(name, asked[name])]] : [],
    ),
  ) as Changes;
  if (typeof changes.area_code === 'string' && caller.type === 'admin' && !coversArea(caller, changes.area_code))
    throw forbidden();
  if (typeof changes.parent_id === 'number')
    await context.require(enterprise, changes.parent_id, { status: ['active', 'change_pending'] });
  Object.assign(values, changes);
  dropChange(context);
}

/** Requests from before values had one form wait with cents and points as the database has them. */
function readKept(name: keyof typeof fields, value: unknown): unknown {
  const { column, sums } = kindOf(fields[name]);
  if (sums && column === 'bigint' && typeof value === 'number') return (value / 100).toFixed(2);
  return column === 'point' && typeof value === 'string'
    ? schemaOf(fields[name]).parse(value.replace(/[()]/g, ''))
    : value;
}

/** The request is over, whatever became of it. */
export function dropChange({ values }: EnterpriseChange): void {
  values.pending = null;
  values.pending_sealed = null;
}
