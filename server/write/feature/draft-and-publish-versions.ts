import type { AnyField } from '#kernel/declaration/field.ts';
import type {
  FieldsOfDaysInForce,
  RowVersionFieldsAndMoves,
} from '#kernel/declaration/fields-and-moves-of-versioned-rows.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { childListsOf, parentReferenceFieldOf, resourceOfChildList } from '#kernel/resource/child-lists-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text, textIn } from '#kernel/text/text.ts';
import { decodeMessage } from '#kernel/text/validation-messages.ts';
import { addDays } from '#kernel/time/shanghai-time.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import type { WriteContext } from '../hook/write-hooks-of-module.ts';
import {
  type FeatureContribution,
  firstValueOfProperty,
  type LoadedRow,
  type LoadedWrite,
  type PlannedWrite,
  type WriteFeature,
} from './write-phase-and-feature-types.ts';

const texts = {
  version: text('第 {n} 版', 'Version {n}'),
  early: text('不能早于施行日期 {day}', 'Must not be before {day}, the day it comes into force'),
  late: text('不能晚于失效日期 {day}', 'Must not be after {day}, the last day it is in force'),
  afterPrevious: text(
    '施行日期须晚于 {day}：上一版本于该日施行或失效',
    'It must come into force after {day}, the day the previous version began or ended',
  ),
  draftWaits: text('新版本已在编制', 'A newer version is being prepared'),
  replaced: text('已由新版本接续，不能停用', 'It has been replaced by a newer version and cannot be retired'),
} as const;

/** The versions before and after a row, as the row depends on them. */
interface Neighbours {
  readonly previous: { readonly status: string; readonly from: string | null; readonly until: string | null } | null;
  /** State of the next version. */
  readonly next: string | null;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Versions of a row (`versions`): the first is number 1, a move drafts the next one as a copy, and publishing that
 * replaces those before it in the same transaction. Of versions in force by days, the one before ends the day before.
 */
export const draftAndPublishVersions: WriteFeature = {
  state: ({ resource, order }) =>
    resource.versions?.inForce && order.operation === 'move'
      ? [sql`'versions', ${neighboursOf(resource, resource.versions.inForce)}`]
      : [],
  refuse(write) {
    const { resource, order, move, state } = write;
    const { inForce, publish = [] } = resource.versions ?? {};
    if (!inForce || order.operation !== 'move') return;
    const { previous, next } = state.versions as Neighbours;
    if (publish.includes(String(order.move))) refuseOverlap(write, inForce, previous);
    else if (endsVersion(move, inForce) && next !== null && resource.versions?.published.includes(next))
      throw new Refused(texts.replaced, { data: { reason: 'bad_transition', from: write.before.status, allowed: [] } });
  },
  plan(write) {
    const { resource, order, happens } = write;
    const { versions } = resource;
    if (!versions) return undefined;
    if (order.operation === 'add') return { values: { revision: 1 }, check: () => checkDays(write, versions) };
    if (order.operation === 'edit') return { check: () => checkDays(write, versions) };
    if (order.operation === 'del') return forgetDraft(write);
    if (!happens) return undefined;
    if (order.move === versions.revise) return draftNext(write, versions);
    if (versions.publish.includes(String(order.move))) return replaceEarlier(write, versions);
    return endVersion(write, versions);
  },
};

function neighboursOf(resource: AnyResource, { from, until }: FieldsOfDaysInForce): Sql {
  const table = sql.id(tableOf(resource));
  const days = sql`'from', p.${sql.id(from)}, 'until', p.${sql.id(until)}`;
  return sql`json_build_object(
    'previous', (select json_build_object('status', p.status, ${days}) from ${table} p where p.id = t.previous_id),
    'next', (select n.status from ${table} n where n.id = t.next_id))`;
}

/** A version begins after the one before it; and after its end, if that can no longer be moved. */
function refuseOverlap(
  { resource, before }: LoadedRow,
  { from }: FieldsOfDaysInForce,
  previous: Neighbours['previous'],
): void {
  const begins = (before as Values)[from];
  if (!previous || typeof begins !== 'string') return;
  const replace = moveOf(resource.life, String(resource.versions?.replace));
  const day = replace?.from.includes(previous.status) ? previous.from : previous.until;
  if (day !== null && begins <= day)
    throw new Refused(texts.afterPrevious, {
      values: { day },
      data: { reason: 'bad_transition', from: before.status, allowed: [] },
    });
}

/** Whether a move asks for the last day in force. */
const endsVersion = (move: Move | undefined, { until }: FieldsOfDaysInForce): boolean =>
  Object.hasOwn(move?.input ?? {}, until);

/** Notes an error if the version in a form ends before it begins. */
function checkDays(
  { resource, checked, before, errors, caller, order }: PlannedWrite,
  { inForce }: RowVersionFieldsAndMoves,
): void {
  if (!inForce) return;
  const [from, until] = [inForce.from, inForce.until].map((name) =>
    firstValueOfProperty(name, checked, order.set, before),
  );
  if (
    typeof from === 'string' &&
    typeof until === 'string' &&
    until < from &&
    Object.hasOwn(resource.fields, inForce.until)
  )
    errors[inForce.until] = [decodeMessage('ends_before_start', caller.locale)];
}

/** When a draft is deleted, the version before it can be drafted again. */
function forgetDraft({ resource, before }: LoadedWrite): FeatureContribution | undefined {
  const previous = (before as Values | undefined)?.previous_id;
  if (!before || typeof previous !== 'number') return undefined;
  return {
    async runHooks({ cascadeChange }) {
      const where = sql`t.id = ${previous} and t.next_id = ${before.id}`;
      await cascadeChange(resource, where, { next_id: null } as object);
    },
  };
}

/** Copies a version into the draft of the next one: what people enter, with the rows of its lists. */
function draftNext(write: PlannedWrite, versions: RowVersionFieldsAndMoves): FeatureContribution | undefined {
  const before = write.before as Values | undefined;
  if (!before) return undefined;
  return {
    async columns({ context }) {
      const input = await copyOf(context, before, versions);
      for (const { nextVersion } of write.engine.hooks.get(write.resource.name) ?? []) nextVersion?.(input);
      const revision = Number(before.revision ?? 1) + 1;
      context.note(inBoth(texts.version, { n: revision }));
      const set = { [versions.of]: before[versions.of], revision, previous_id: before.id };
      return { next_id: await write.addRow({ input, set, copyOf: before }).catch(explainSecondDraft(versions)) };
    },
    parts: () => ({ needsTransaction: true }),
  };
}

/** Explains the error if two officers draft the next version at the same time: the database accepts only one draft. */
const explainSecondDraft =
  ({ of }: RowVersionFieldsAndMoves) =>
  (error: unknown): never => {
    const { reason, field = of } = (error instanceof Refused ? error.data : {}) as { reason?: string; field?: string };
    throw reason === 'duplicate' && field === of
      ? new Refused(texts.draftWaits, { data: { reason: 'bad_transition' } })
      : error;
  };

async function copyOf(
  { resource, engine, rowsOf }: WriteContext,
  before: Values,
  { inForce, of }: RowVersionFieldsAndMoves,
): Promise<Record<string, unknown>> {
  const ofVersion = new Set<string>(Object.values(inForce ?? {}));
  const input: Record<string, unknown> = {};
  for (const [name, one] of Object.entries<AnyField>(resource.fields))
    if (isEntered(one) && !ofVersion.has(name) && (name !== of || one.write === 'add')) input[name] = before[name];
  for (const [name, one] of childListsOf(resource)) {
    const child = resourceOfChildList(one, engine.find);
    const names = Object.entries<AnyField>(child.fields).flatMap(([each, field]) =>
      each !== parentReferenceFieldOf(child) && (isEntered(field) || isChildList(field)) ? [each] : [],
    );
    const rows = await rowsOf(name);
    input[name] = rows.map((row) =>
      Object.fromEntries(names.flatMap((each) => (each in row ? [[each, row[each]]] : []))),
    );
  }
  return input;
}

const isEntered = (one: AnyField): boolean => one.write !== 'server' && !one.through && !isChildList(one);

/** Publishing a version replaces those before it; the last of them ends the day before this one begins. */
function replaceEarlier(
  { resource, before, order }: PlannedWrite,
  versions: RowVersionFieldsAndMoves,
): FeatureContribution | undefined {
  const row = before as Values | undefined;
  if (!row) return undefined;
  const { inForce, of, replace } = versions;
  const earlier = sql`t.${sql.id(of)} = ${String(row[of])} and t.revision < ${Number(row.revision ?? 1)}`;
  const begins = inForce ? firstValueOfProperty(inForce.from, order.set, row) : undefined;
  return {
    parts: ({ context }) => ({
      afterHooks: [
        async () => {
          const version = inBoth(texts.version, { n: row.revision });
          const remark = { note: sql`${version['zh-cn']}::text`, noteEnglish: sql`${version.en}::text` };
          if (!inForce || typeof begins !== 'string') {
            await context.cascadeMove(resource, earlier, replace as never, remark);
            return;
          }
          const until = sql`t.${sql.id(inForce.until)}`;
          const open = sql`${earlier} and (${until} is null or ${until} >= ${begins}::date)`;
          const set = { [inForce.until]: addDays(begins, -1) };
          await context.cascadeMove(resource, open, replace as never, { ...remark, set: set as never });
        },
      ],
    }),
  };
}

/** A move that asks for the last day in force (`retire`) stores it: not before the version begins, nor after it ends. */
function endVersion(write: PlannedWrite, { inForce }: RowVersionFieldsAndMoves): FeatureContribution | undefined {
  const { happens, checked, errors, caller } = write;
  const before = write.before as Values | undefined;
  if (!inForce || !before || !endsVersion(happens, inForce)) return undefined;
  const last = checked[inForce.until];
  const [from, until] = [before[inForce.from], before[inForce.until]];
  const fail = (message: Text, day: string) => {
    errors[inForce.until] = [textIn(message, caller.locale, { day })];
  };
  return {
    check() {
      if (typeof last !== 'string') return;
      if (typeof from === 'string' && last < from) fail(texts.early, from);
      else if (typeof until === 'string' && last > until) fail(texts.late, until);
    },
    columns: () => ({ [inForce.until]: last }),
  };
}

const inBoth = (message: Text, values: Values): Text => ({
  'zh-cn': textIn(message, 'zh-cn', values),
  en: textIn(message, 'en', values),
});
