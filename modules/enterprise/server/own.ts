import { text } from '#kernel/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Call } from '#server/http/controller.ts';
import { Answer, JsonText } from '#server/http/envelope.ts';
import { presentColumns } from '#server/read/columns.ts';
import { readKey } from '#server/read/row.ts';
import { scopeOf } from '#server/read/scope.ts';
import { invalid, notFound } from '#server/refusal.ts';
import { write } from '#server/write/pipeline.ts';
import { enterprise } from '../contract/enterprise.ts';
import { licence } from '../contract/licence.ts';
import { findAgency, readCreditCode } from './lookup.ts';

const noAgency = text('未找到正常经营的旅行社', 'No active travel agency has this code');
const saved = text('更新成功!', 'Update successful!');

/** Refuses an enterprise that is not the member's own, in the same words as one that is not there. */
async function requireOwn({ engine, caller }: Call, id: number): Promise<void> {
  const scope = scopeOf(enterprise, caller, engine.find);
  const row = await engine.db.row(
    sql`select 1 from enterprise t where t.id = ${id}${scope ? sql` and ${scope}` : sql.empty}`,
  );
  if (!row) throw notFound();
}

/** `GET licences`: the licences of one's own enterprise. */
export async function listOwnLicences(call: Call): Promise<JsonText> {
  const { engine, caller } = call;
  const id = readKey(call.query.id);
  await requireOwn(call, id);
  const columns = presentColumns(licence, caller, 'record', engine.find);
  const row = await engine.db.row<{ list: string }>(sql`select coalesce((select json_agg(p) from (
    select ${columns} from enterprise_licence t where t.enterprise_id = ${id} order by t.id) p), '[]')::text as list`);
  return new JsonText(`{"list":${row?.list ?? '[]'}}`);
}

/** `POST parent`: names the agency a branch belongs to, by its credit code; members cannot refer to rows of others. */
export async function changeParent(call: Call): Promise<Answer> {
  const { engine, caller, body } = call;
  const id = readKey(body.id);
  const agency = await findAgency(engine.db, readCreditCode(body.parent_uscc, call, 'parent_uscc'));
  if (!agency) throw invalid({ parent_uscc: [noAgency[caller.locale]] });
  await write(engine, enterprise, caller, { operation: 'edit', id, input: {}, set: { parent_id: agency.id } });
  return new Answer({ parent: agency }, saved[caller.locale]);
}
