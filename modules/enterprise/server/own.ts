import { text } from '#kernel/text.ts';
import type { Call } from '#server/http/controller.ts';
import { Answer } from '#server/http/envelope.ts';
import { lineOf } from '#server/http/operation-log.ts';
import { readKey } from '#server/read/row.ts';
import { invalid } from '#server/refusal.ts';
import { write } from '#server/write/pipeline.ts';
import { enterprise } from '../contract/enterprise.ts';
import { findAgency, readCreditCode } from './lookup.ts';

const noAgency = text('未找到正常经营的旅行社', 'No active travel agency has this code');
const saved = text('更新成功!', 'Update successful!');

/** `POST parent`: names the agency a branch belongs to, by its credit code; members cannot refer to rows of others. */
export async function changeParent(call: Call): Promise<Answer> {
  const { engine, caller, body } = call;
  const id = readKey(body.id);
  const agency = await findAgency(engine.db, readCreditCode(body.parent_uscc, call, 'parent_uscc'));
  if (!agency) throw invalid({ parent_uscc: [noAgency[caller.locale]] });
  const set = { parent_id: agency.id };
  await write(engine, enterprise, caller, {
    operation: 'edit',
    id,
    input: {},
    set,
    log: lineOf(call, enterprise, 'edit'),
  });
  return new Answer({ parent: agency }, saved[caller.locale]);
}
