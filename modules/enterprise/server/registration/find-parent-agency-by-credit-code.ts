import { text } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { key, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { creditCodeAndTypeInput } from './credit-code-availability-call.ts';

/** The travel agency a branch or outlet belongs to, by its credit code. */
export const parentAgencyCall = call({
  gate: 'none',
  limit: { perMinute: 40 },
  summary: text('按信用代码查正常经营的旅行社', 'Find a travel agency in operation by credit code'),
  input: { uscc: creditCodeAndTypeInput.uscc },
  answer: orNull(object({ id: key, name: string })),
  run: async ({ engine, input }) => (await findParentAgency(engine.db, input.uscc)) ?? null,
});

export function findParentAgency(db: Queryable, uscc: string): Promise<{ id: number; name: string } | undefined> {
  return db.row(sql`select id, name from enterprise
    where uscc = ${uscc} and ent_type = 'agency' and status in ('active', 'change_pending')`);
}
