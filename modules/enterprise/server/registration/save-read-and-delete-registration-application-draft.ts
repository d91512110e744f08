import type { AnyField } from '#kernel/declaration/field.ts';
import { kindOf } from '#kernel/field/field.ts';
import { writableFields } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { text } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { integer, object, orNull } from '#server/open-api/json-schema-shorthands.ts';
import { badParameter, Refused } from '#server/refusal.ts';
import { enterprise } from '../../contract/enterprise.ts';
import { readMobileTicket, ticketInput } from './mobile-verification-ticket.ts';

/** Days an unfinished application is stored (domain reference §2.B). */
export const draftDays = 7;
/** Most characters of JSON; a full form has about 3,000. */
const mostText = 20_000;

const tooLarge = text(
  `草稿内容过多，无法保存：合计至多 ${mostText} 个字符，请精简长文本`,
  `The draft is too large to save: at most ${mostText} characters in all. Shorten its long texts`,
);

/** Whether a field may be stored in a draft: fields of the form, except those stored sealed. */
const isDraftable = (one: AnyField | undefined) => one !== undefined && !kindOf(one).sealed;

/** The stored part of an unfinished application: form fields without ID numbers, and the current step. */
function pickDraft(data: unknown): Record<string, unknown> {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw badParameter();
  const fields = writableFields(enterprise, 'add');
  const entries = Object.entries(data).filter(
    ([name, value]) =>
      value !== null &&
      value !== '' &&
      (name === 'step' ||
        name === 'parent_uscc' ||
        isDraftable(Object.hasOwn(fields, name) ? fields[name] : undefined)),
  );
  return Object.fromEntries(entries);
}

/** Stores what was filled in so far under the verified mobile. */
export const saveApplicationDraftCall = call({
  gate: 'none',
  methods: ['POST'],
  limit: { perMinute: 60, per: ['ticket'] },
  summary: text('保存未填完的登记', 'Save an unfinished registration'),
  description: text('data 为已填字段，另含 step。', 'data holds the fields filled in so far, and step.'),
  input: ticketInput,
  answer: object({ updatetime: integer }),
  async run({ engine, body }) {
    const mobile = await readMobileTicket(engine, body.ticket);
    const data = JSON.stringify(pickDraft(body.data));
    if (data.length > mostText) throw new Refused(tooLarge, { data: { reason: 'too_large' } });
    await engine.db.query(sql`insert into enterprise_draft (mobile, data) values (${mobile}, ${data}::jsonb)
      on conflict (mobile) do update set data = excluded.data, updatetime = now()`);
    return { updatetime: Math.floor(Date.now() / 1000) };
  },
});

const fields: JsonSchema<Readonly<Record<string, unknown>>> = { type: 'object' };

/** The draft of the verified mobile, from any device. */
export const readApplicationDraftCall = call({
  gate: 'none',
  limit: { perMinute: 30 },
  summary: text('取回未填完的登记', 'Retrieve an unfinished registration'),
  input: ticketInput,
  answer: orNull(object({ data: fields, updatetime: integer })),
  async run({ engine, input }) {
    const mobile = await readMobileTicket(engine, input.ticket);
    const row = await engine.db.row<{ data: Record<string, unknown>; updatetime: number }>(sql`
      select data, floor(extract(epoch from updatetime))::bigint as updatetime from enterprise_draft
      where mobile = ${mobile} and updatetime > now() - make_interval(days => ${draftDays})`);
    return row ?? null;
  },
});

export async function deleteApplicationDraft(db: Queryable, mobile: string): Promise<void> {
  await db.query(sql`delete from enterprise_draft where mobile = ${mobile}`);
}
