import { field } from '#kernel/field/field.ts';
import { type Locale, type Text, text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { type Caller, onBehalfOf } from '#server/caller.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { type AttemptLimit, sharedAddressLimit, withAttemptLimit } from '#server/limit/attempt-limit.ts';
import { ipForLimits } from '#server/limit/ip-address-or-ipv6-network-counted-by-limits.ts';
import { object, string } from '#server/open-api/json-schema-shorthands.ts';
import { invalid, Refused } from '#server/refusal.ts';
import {
  type CallIdempotencyKey,
  isIdempotencyKeyConflict,
  storeIdempotentAnswer,
} from '#server/write/statement/store-answer-under-idempotency-key.ts';
import { write } from '#server/write/write-pipeline.ts';
import { complaint } from '../contract/complaint.ts';
import type { contactWays } from '../contract/complaint-select-options-applicable-rule-and-limits.ts';
import { complaintFields } from '../contract/fields-of-complaint-record.ts';
import { competentArea } from './find-competent-office-of-complaint.ts';
import {
  addressOfComplainant,
  type Complainant,
  complainantTicketInput,
  readComplainantTicket,
  requireOwnUploads,
} from './two-hour-ticket-and-own-uploads-of-verified-complainant.ts';

/** Complaints a day of one mobile or e-mail address, and from one network address: more than people file, less than a script wants. */
const perMobile: AttemptLimit = { name: 'complaint_mobile', most: 5, seconds: 86_400, forgets: 'each' };
const perAddress: AttemptLimit = { name: 'complaint_address', most: 20, seconds: 86_400, forgets: 'each' };

const tooMany: Text = text(
  '24 小时内已提交 {most} 件投诉，请明天再试，或拨打 12345',
  '{most} {most|complaint was|complaints were} filed within 24 hours. Try again tomorrow, or call 12345',
);

/**
 * Files a complaint within the limits. They are taken before its transaction begins, because filings that wait for each
 * other must not hold the connections that the first of them needs; a complaint that was refused gives them back.
 */
async function withinLimits<T>(
  { db, config }: Engine,
  { address, ip }: { readonly address: string; readonly ip: string },
  work: () => Promise<T>,
): Promise<T> {
  const tries = [
    { limit: sharedAddressLimit(perAddress, config.captcha), subject: ipForLimits(ip) },
    { limit: perMobile, subject: address },
  ];
  const refuse = (limit: AttemptLimit, wait: number) =>
    new Refused(tooMany, { values: { most: limit.most }, data: { reason: 'too_frequent', retry_after: wait } });
  const outcome = await withAttemptLimit<{ filed: T } | { refused: unknown }>(db, tries, refuse, async () => {
    try {
      return { result: { filed: await work() }, tries: 'counts' };
    } catch (refused) {
      return { result: { refused }, tries: 'back' };
    }
  });
  if ('refused' in outcome) throw outcome.refused;
  return outcome.filed;
}

/** The fields of a complaint that its complainant fills in. */
const filedNames = [
  'complainant_name',
  'email',
  'nationality',
  'anonymous',
  'people',
  'representatives',
  'respondent_enterprise_id',
  'respondent_name',
  'team_no',
  'contract_no',
  'contract_end_on',
  'category',
  'event_at',
  'event_area',
  'event_place',
  'facts',
  'urgent',
] as const satisfies readonly (keyof typeof complaintFields)[];

/** Refuses an enterprise that is not on offer, so that nobody learns the names of others by their keys. */
async function requireOperating(engine: Engine, id: number | undefined, locale: Locale): Promise<void> {
  if (id === undefined) return;
  const found = await engine.db.row(
    sql`select 1 as found from enterprise where id = ${id} and status in ('active', 'change_pending', 'suspended')`,
  );
  if (!found) throw invalid({ respondent_name: [validationMessages.invalid_option[locale]] });
}

/** Stands for an office that cannot be determined, in a complaint that is refused. */
const anyDivision = '100000';

/**
 * `POST file`: files a complaint with a verified mobile, or a verified e-mail address and the mobile as typed. Its office follows from the rules on jurisdiction. Files are those
 * uploaded with the ticket; `demands` are rows of `kind`, `amount` and `remark`, `complainants` of `name` and `mobile`.
 */
export const fileComplaint = call({
  gate: 'none',
  methods: ['POST'],
  title: text('游客投诉', 'Tourist: file a complaint'),
  summary: text('提出投诉（公开）', 'File a complaint (public)'),
  description: text(
    '先以 complaint_file 获取短信验证码，再以 verify 换取 ticket',
    'Get an SMS code for complaint_file, then a ticket by verify',
  ),
  limit: { perMinute: 10, per: ['ticket'] },
  inputFrom: 'body',
  input: complainantTicketInput,
  checkedInRun: {
    ...Object.fromEntries(filedNames.map((name) => [name, complaintFields[name]])),
    mobile: field.mobile(text('手机（以邮箱验证时）', 'Mobile (with a verified e-mail address)'), { foreign: true }),
    files: field.files(text('证据材料', 'Evidence'), { max: 20 }),
    demands: field.rows(text('投诉请求', 'Demands'), { of: 'complaint/demand' }),
    complainants: field.rows(text('共同投诉人', 'Joint complainants'), { of: 'complaint/complainant' }),
  },
  answer: object({ no: string }),
  // within a transaction of the key, filings would wait for each other's limits with connections that the first needs
  keepsKey: true,
  async run({ engine, caller, body, once, input: { ticket } }) {
    const who = await readComplainantTicket(engine, ticket);
    return fileOnce({ engine, caller }, body, { who, once });
  },
});

/** A complaint as its complainant sends it: fields of the form by name, and the files, demands and joint complainants. */
type FiledBody = Readonly<Record<string, unknown>>;

/**
 * Answers a repeated filing with the number of the first. `file` stores its number under the key in its transaction: of two at
 * once, the second waits for the first and fails, by the key or by a limit that the first has used up.
 */
async function answerRepeat(
  { db }: Engine,
  key: string | undefined,
  file: () => Promise<{ no: string }>,
): Promise<{ no: string }> {
  if (key === undefined) return file();
  const readEarlier = () =>
    db.row<{ no: string }>(sql`select answer -> 'data' ->> 'no' as no from idempotency where key = ${key}`);
  const earlier = await readEarlier();
  if (earlier) return earlier;
  try {
    return await file();
  } catch (error) {
    const first = isIdempotencyKeyConflict(error) || error instanceof Refused ? await readEarlier() : undefined;
    if (!first) throw error;
    return first;
  }
}

/**
 * Files a complaint of whoever holds a ticket, within the limits of the open page. Returns its number, and the number of the first
 * for a repeat under the same `repeatKey`.
 */
export async function fileComplaintWithTicket(
  { engine, caller }: { readonly engine: Engine; readonly caller: Caller },
  body: FiledBody,
  ticket: unknown,
  repeatKey?: string,
): Promise<{ no: string }> {
  const who = await readComplainantTicket(engine, ticket);
  const once = repeatKey === undefined ? undefined : { key: repeatKey, request: '' };
  return answerRepeat(engine, repeatKey, () => fileOnce({ engine, caller }, body, { who, once }));
}

async function fileOnce(
  { engine, caller }: { readonly engine: Engine; readonly caller: Caller },
  body: FiledBody,
  { who, once }: { readonly who: Complainant; readonly once: CallIdempotencyKey | undefined },
): Promise<{ no: string }> {
  const files = Array.isArray(body.files) ? body.files.map(String) : [];
  await requireOwnUploads(engine, { who, files, locale: caller.locale });
  const input: Record<string, unknown> = {
    channel: 'web',
    filed_on: shanghaiToday(),
    language: caller.locale,
  };
  for (const name of filedNames) if (body[name] !== undefined) input[name] = body[name];
  // what was proven is not typed again
  Object.assign(input, who);
  const contact_by: keyof typeof contactWays = 'email' in who ? 'email' : 'mobile';
  if (contact_by === 'email') input.mobile = body.mobile;
  for (const name of ['demands', 'complainants'] as const) if (body[name] !== undefined) input[name] = body[name];
  const eventArea = String(body.event_area ?? '');
  const isDivision = engine.reference.areas().get(eventArea) !== undefined;
  // what is no division is refused at its own field
  const within = isDivision ? eventArea : undefined;
  const urgent = body.urgent === '1' || body.urgent === true;
  const respondent = Number(body.respondent_enterprise_id) || undefined;
  await requireOperating(engine, respondent, caller.locale);
  const area = await competentArea(engine.db, { respondent, eventArea: within, urgent });
  input.area_code = area ?? anyDivision;
  const file = async (tx: Transaction) => {
    const added = await write(
      engine,
      complaint,
      onBehalfOf(caller),
      { operation: 'add', input, set: { files, contact_by }, filesOf: { type: 'member', id: 0 }, unread: true },
      tx,
    );
    const row = await tx.row<{ no: string }>(
      namePreparedStatement(sql`select no from complaint where id = ${added.id}`),
    );
    const filed = { no: row?.no ?? '' };
    if (once) await storeIdempotentAnswer(tx, once, { data: JSON.stringify(filed), message: '' });
    return filed;
  };
  return withinLimits(engine, { address: addressOfComplainant(who), ip: caller.ip }, () => engine.db.transaction(file));
}
