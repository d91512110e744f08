import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { decodeMessage } from '#kernel/text/validation-messages.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { EncryptedNumber } from '#server/encryption-and-signing.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { titleSql } from '#server/read/field/row-heading-and-subtitle-sql.ts';
import { readKey } from '#server/read/row/read-one-row-as-json.ts';
import { withFieldsVisibleToCaller } from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { badParameter, invalid, notFound } from '#server/refusal.ts';

/** Stands for the row's title next to its fields; no field has this name. */
const named = '@title';

/** The reason for showing personal data in plain, 2 to 200 characters. Anything else is refused. */
export function readRevealReason(body: Readonly<Record<string, unknown>>, { locale }: Pick<Caller, 'locale'>): string {
  const reason = typeof body.reason === 'string' ? body.reason.trim() : '';
  const fault =
    reason === ''
      ? 'required'
      : reason.length < 2
        ? 'too_short|{"min":2}'
        : reason.length > 200
          ? 'too_long|{"max":200}'
          : undefined;
  if (fault) throw invalid({ reason: [decodeMessage(fault, locale)] });
  return reason;
}

/** Records that somebody is shown personal data of a row, in the transaction that reads the data. */
export const recordReveal = (
  tx: Transaction,
  caller: Caller,
  reveal: { resource: AnyResource; id: number; title: string; fields: readonly string[]; reason: string },
) =>
  tx.query(sql`insert into reveal_log (admin_id, username, resource, row_id, title, fields, reason, ip)
    values (${caller.id}, ${caller.name}, ${reveal.resource.name}, ${reveal.id}, ${reveal.title}, ${reveal.fields}, ${reveal.reason}, ${caller.ip})`);

/** Masked fields of one row in plain. The reason is recorded before anything is shown (domain reference §2.V). */
export async function revealMaskedFields(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
): Promise<{ row: Record<string, unknown> }> {
  const id = readKey(body.id);
  const reason = readRevealReason(body, caller);
  const names = Array.isArray(body.fields) ? (body.fields as unknown[]) : [];
  const visible = withFieldsVisibleToCaller(resource, caller, engine.find);
  const fields = names.filter(
    (name): name is string => typeof name === 'string' && visible.fields[name]?.privacy === 'masked',
  );
  if (fields.length === 0 || fields.length !== names.length) throw badParameter();
  const scope = scopeOf(resource, caller, engine.find);
  return engine.db.transaction(async (tx) => {
    const title = sql`(select ${sql.raw(titleSql(resource, 'r'))} from ${sql.id(tableOf(resource))} r where r.id = t.id) as ${sql.id(named)}`;
    const row = await tx.row<Record<string, unknown>>(
      sql`select ${sql.join([...fields.map((name) => sql`t.${sql.id(name)}`), title])} from ${sql.id(tableOf(resource))} t where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}`,
    );
    if (!row) throw notFound();
    await recordReveal(tx, caller, { resource, id, title: String(row[named] ?? ''), fields, reason });
    return {
      row: Object.fromEntries(
        fields.map((name) => {
          const value = row[name];
          const one = resource.fields[name];
          return [name, value && one && kindOf(one).sealed ? engine.seal.open(value as EncryptedNumber) : value];
        }),
      ),
    };
  });
}
