import type { AnyResource } from '#kernel/declaration/resource.ts';
import { hasColumn, kindOf } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { sensitiveDataAccessLog } from '#modules/security/contract/sensitive-data-access-log.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { EncryptedNumber } from '#server/encryption-and-signing.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

type Row = Record<string, unknown>;

const reason = text('第三方应用调用（明文授权）', 'Call of an application that reads personal data in plain');

/**
 * Replaces the masks in the rows by the plain values, and records this for each row in the same transaction, before
 * anything leaves the platform. What a list leaves to single rows is not added. Two statements, however many rows.
 */
export async function unmaskPersonalDataAndLogIt(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  rows: readonly Row[],
): Promise<void> {
  const [first = {}] = rows;
  const fields = Object.entries(resource.fields).flatMap(([name, one]) =>
    Object.hasOwn(first, name) &&
    (one.privacy === 'masked' || kindOf(one).sealed) &&
    hasColumn(one) &&
    !one.through &&
    !one.from
      ? [name]
      : [],
  );
  if (fields.length === 0 || rows.length === 0) return;
  const ids = rows.map((row) => Number(row.id));
  const plain = await engine.db.transaction(async (tx) => {
    await tx.query(sql`insert into ${sql.id(tableOf(sensitiveDataAccessLog))} (admin_id, username, resource, row_id, fields, reason, ip)
      select 0, ${caller.name}, ${resource.name}, id, ${fields}::text[], ${reason['zh-cn']}, ${caller.ip} from unnest(${ids}::bigint[]) id`);
    return tx.rows<Row>(
      sql`select t.id, ${sql.join(fields.map((name) => sql`t.${sql.id(name)}`))} from ${sql.id(tableOf(resource))} t where t.id = any(${ids}::bigint[])`,
    );
  });
  const byId = new Map(plain.map((row) => [Number(row.id), row]));
  for (const row of rows)
    for (const name of fields) {
      const one = resource.fields[name];
      const value = byId.get(Number(row.id))?.[name];
      row[name] = value && one && kindOf(one).sealed ? engine.seal.open(value as EncryptedNumber) : (value ?? null);
    }
}
