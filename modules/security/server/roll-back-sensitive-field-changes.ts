import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { childListsOf, parentReferenceFieldOf } from '#kernel/resource/child-lists-of-resource.ts';
import { parentOf } from '#kernel/resource/parent-resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { type FailedRow, refuseAllForFailedRows } from '#server/calls/all-or-none-batch-action.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { EncryptedNumber } from '#server/encryption-and-signing.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { mayActOnChildRows } from '#server/read/field/child-list-permissions-and-columns.ts';
import { titleIfSourceVisible } from '#server/read/field/hide-copied-values-of-invisible-rows.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { Refused } from '#server/refusal.ts';
import { changeRows } from '#server/write/row-set/change-many-rows-in-one-statement.ts';
import { write } from '#server/write/write-pipeline.ts';
import { sensitiveFieldChangeLog } from '../contract/sensitive-field-change-log.ts';

const texts = {
  none: text('没有记录被回滚', 'No records were rolled back'),
  failed: text('{n} 条不能回滚，全部未回滚：{why}', '{n} cannot be rolled back, so none were: {why}'),
  mayNot: text('没有权限修改该记录', 'No permission to edit this record'),
  unknown: text('该字段已不存在', 'This field no longer exists'),
  secret: text('密码不能回滚，请重设', 'A password cannot be rolled back; reset it instead'),
  gone: text('记录已删除', 'The record has been deleted'),
  changed: text('之后又有修改，当前值已不同', 'Edited again since; the current value differs'),
};

interface Change {
  [column: string]: unknown;
  id: number;
  resource: string;
  row_id: number;
  title: string;
  data_field: string;
  stored: { before: unknown; after: unknown };
}

/**
 * Restores the previous values of watched fields, all or none, under the rules for the caller's own edit in the form,
 * and only where the field still has the value that the change gave it (domain reference §2.V).
 */
export async function rollBackSensitiveFieldChanges(
  engine: Engine,
  caller: Caller,
  ids: readonly number[],
): Promise<number> {
  const scope = scopeOf(sensitiveFieldChangeLog, caller, engine.find);
  const done = await engine.db.transaction(async (tx) => {
    const changes =
      await tx.rows<Change>(sql`select t.id, t.resource, t.row_id, ${titleIfSourceVisible(sensitiveFieldChangeLog, caller, engine.find)} as title, t.data_field, t.stored from security_sensitive_data_log t
      where t.id = any(${ids}::bigint[]) and not t.is_rollback${scope ? sql` and ${scope}` : sql.empty} order by t.id desc for update of t`);
    if (changes.length === 0) throw new Refused(texts.none, { data: { reason: 'not_found' } });
    const failed: FailedRow[] = [];
    for (const change of changes) {
      const { id, title } = change;
      await tx.query('savepoint change');
      const why = await rollBackOne(engine, tx, caller, change);
      if (why === undefined) continue;
      await tx.query('rollback to savepoint change');
      failed.push({ id, title, msg: why });
    }
    if (failed.length > 0) throw refuseAllForFailedRows(texts.failed, failed);
    const rolled = changes.map(({ id }) => id);
    await changeRows(
      engine,
      sensitiveFieldChangeLog,
      caller,
      { where: sql`t.id = any(${rolled}::bigint[])`, set: { is_rollback: '1' } },
      tx,
    );
    return rolled.length;
  });
  engine.wakeRelay();
  return done;
}

/** Reason why a change cannot be rolled back, in the caller's language; undefined: it was rolled back. */
async function rollBackOne(
  engine: Engine,
  tx: Transaction,
  caller: Caller,
  change: Change,
): Promise<string | undefined> {
  const { resource: name, row_id, data_field, stored: values } = change;
  const refused = (message: Text) => message[caller.locale];
  const resource = engine.find(name);
  const one = resource?.fields[data_field];
  if (!resource || !one) return refused(texts.unknown);
  if (!mayActOnChildRows(resource, caller, 'edit', engine.find)) return refused(texts.mayNot);
  const kind = kindOf(one);
  if (kind.secret) return refused(texts.secret);
  const column = sql.id('t', data_field);
  const table = sql.id(tableOf(resource));
  const before = sql`(jsonb_populate_record(null::${table}, ${JSON.stringify({ [data_field]: values.before })}::jsonb)).${sql.id(data_field)}`;
  const wire = kind.wire ? sql.raw(kind.wire('b.value')) : sql.raw('b.value');
  const row = await tx.row<{ same: boolean; value: unknown }>(sql`
    select to_jsonb(${column}) is not distinct from ${JSON.stringify(values.after)}::jsonb or (${column} is null and ${values.after === null}) as same, to_jsonb(${wire}) as value
    from ${table} t, lateral (select ${before} as value) b where t.id = ${row_id} for update of t`);
  if (!row) return refused(texts.gone);
  if (!row.same) return refused(texts.changed);
  const value = kind.sealed && values.before ? engine.seal.open(values.before as EncryptedNumber) : row.value;
  try {
    const edit = await asInForm(engine, tx, { resource, id: row_id, input: { [data_field]: value } });
    await write(engine, edit.resource, caller, { operation: 'edit', id: edit.id, input: edit.input }, tx);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.messageIn(caller.locale);
  }
  return undefined;
}

interface Edit {
  readonly resource: AnyResource;
  readonly id: number;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The edit a form would send: a row of a list is edited with the whole record, its other rows unchanged. */
async function asInForm(engine: Engine, tx: Transaction, edit: Edit): Promise<Edit> {
  const { resource, id, input } = edit;
  if (standardActionsOf(resource).includes('edit')) return edit;
  const whole = parentOf(resource, engine.find);
  const [list = ''] = childListsOf(whole).find(([, { options }]) => options.of === resource.name) ?? [];
  const [table, above] = [sql.id(tableOf(resource)), sql.id(parentReferenceFieldOf(resource))];
  const rows = await tx.rows<{ id: number; above: number }>(sql`select t.id, t.${above} as above from ${table} t
    where t.${above} = (select o.${above} from ${table} o where o.id = ${id}) order by t.weigh, t.id`);
  const sent = rows.map((row) => (row.id === id ? { id, ...input } : { id: row.id }));
  return asInForm(engine, tx, { resource: whole, id: rows[0]?.above as number, input: { [list]: sent } });
}
