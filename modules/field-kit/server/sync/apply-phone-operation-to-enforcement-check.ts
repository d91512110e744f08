import { evidenceInputs, signatureInput } from '#kernel/lifecycle/move-evidence-inputs.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { check } from '#modules/enforcement/contract/check/enforcement-check.ts';
import { checkAnswer } from '#modules/enforcement/contract/check/officers-answers-and-signatures-of-check.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Refused } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import type {
  Operation,
  OperationContents,
  OperationOf,
  OperationPicture,
} from '../../contract/offline-check-operation-and-sync-answer-format.ts';
import { fieldKitTables, validSignaturesSql } from '../sql/field-kit-table-names-and-conditions-sql.ts';

/** What an operation is applied with. */
export interface OperationToApply {
  readonly engine: Engine;
  readonly tx: Transaction;
  readonly caller: Caller;
  /** Key of the phone. */
  readonly device: number;
  /** Ms by which the clock of the phone is wrong, if it is: moments are handed on as they were. */
  readonly correction: number;
  /** Unix ms at which the copy was fetched: nothing on it was done before. */
  readonly fetchedAt: number;
  /** URL of an uploaded picture by its SHA-256. */
  readonly urls: ReadonlyMap<string, string>;
}

/** Refusal of an operation because somebody else changed meanwhile what it changes (domain reference K.9). */
export const staleVersion = (): Refused =>
  new Refused(
    text('他人已先办理，本机的记录留作附件', 'Somebody else was first. What this phone recorded is kept as an annex'),
    { data: { reason: 'stale_version' } },
  );

/** Applies an operation to its check by the check's own moves. Throws a refusal if one of them refuses. */
export async function applyPhoneOperationToEnforcementCheck(on: OperationToApply, operation: Operation): Promise<void> {
  switch (operation.kind) {
    case 'accept':
      return move(on, operation, 'accept', {});
    case 'scanIn':
      return scanIn(on, operation);
    case 'record':
      return record(on, operation);
    case 'answer':
      return answer(on, operation);
    case 'sign':
      // the signature goes into the record when that is submitted
      await requireSigner(on, operation);
      return requireRecording(on, operation);
    case 'refuse': {
      const { reason, note, pictures } = operation.content;
      const evidence = evidenceOf(on, operation, pictures);
      return move(on, operation, 'refuse', { refusal_reason: reason, summary: note, ...evidence });
    }
    case 'submit':
      return submit(on, operation);
  }
}

const secondsOf = ({ correction }: OperationToApply, { at }: Pick<Operation, 'at'>): number =>
  Math.floor((at + correction) / 1000);

const urlsOf = ({ urls }: OperationToApply, pictures: readonly OperationPicture[]): string[] =>
  pictures.map(({ sha256 }) => urls.get(sha256) ?? '');

/** A place in the form of the platform. */
const placeOf = ({ place }: Pick<Operation, 'place'>) =>
  place && { lng: place.lng, lat: place.lat, from: 'device', accuracy: Math.ceil(place.accuracy) };

const evidenceOf = (on: OperationToApply, operation: Operation, pictures: readonly OperationPicture[]) => ({
  [evidenceInputs.files]: urlsOf(on, pictures),
  [evidenceInputs.place]: placeOf(operation),
  [evidenceInputs.at]: secondsOf(on, operation),
});

async function move(
  { engine, tx, caller }: OperationToApply,
  { check: id }: Pick<Operation, 'check'>,
  name: string,
  input: Readonly<Record<string, unknown>>,
  set: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await write(engine, check, caller, { operation: 'move', move: name, id, input, set, unread: true, unseen: true }, tx);
}

/**
 * Unix seconds at which a step was made, by the phone's clock as corrected: a visit is dated by when it was made, and not
 * by when it was sent. Never before its copy was fetched, nor in the future.
 */
const madeAt = (on: OperationToApply, operation: Pick<Operation, 'at'>): number => {
  const earliest = Math.floor(on.fetchedAt / 1000);
  return Math.min(Math.max(secondsOf(on, operation), earliest), Math.floor(Date.now() / 1000));
};

function scanIn(on: OperationToApply, operation: OperationOf<'scanIn'>): Promise<void> {
  const { codes, pictures, reason } = operation.content;
  const input = {
    arrival_code: codes[0] ?? '',
    ...(reason === '' ? {} : { place_reason: reason }),
    ...evidenceOf(on, operation, pictures),
  };
  return move(on, operation, 'scanIn', input, { started_at: madeAt(on, operation) });
}

const statusOf = async (tx: Transaction, id: number): Promise<string | undefined> =>
  (await tx.row<{ status: string }>(sql`select status from ${fieldKitTables.check} where id = ${id}`))?.status;

/** Begins the record, unless the other officer has. */
async function record(on: OperationToApply, operation: OperationOf<'record'>): Promise<void> {
  if ((await statusOf(on.tx, operation.check)) === 'recording') return;
  const { shown, party, post } = operation.content;
  await move(on, operation, 'record', {
    credentials_shown: shown ? '1' : '0',
    ...(party === '' ? {} : { party_name: party }),
    ...(post === '' ? {} : { party_post: post }),
  });
}

/**
 * The first answer or signature after a return takes the record up again. After the scan-in only an officer can say that
 * the credentials were shown: nothing is recorded before that.
 */
async function requireRecording(on: OperationToApply, operation: Operation): Promise<void> {
  const status = await statusOf(on.tx, operation.check);
  if (status === 'on_site')
    throw new Refused(
      text(
        '尚未登记已出示执法证件并告知权利义务（行政处罚法第五十五条）',
        'It is not recorded that credentials were shown and rights explained (Administrative Penalty Law, Art. 55)',
      ),
      { data: { reason: 'not_shown' } },
    );
  if (status === 'returned') await move(on, operation, 'record', {});
}

async function answer(on: OperationToApply, operation: OperationOf<'answer'>): Promise<void> {
  const { engine, tx, caller, fetchedAt } = on;
  await requireRecording(on, operation);
  const { item, answer: given, value, note, pictures } = operation.content;
  const row = await tx.row<{ id: number; answered_by: number | null; changed_at: number }>(sql`
    select id, answered_by, extract(epoch from updatetime)::float8 * 1000 as changed_at from ${fieldKitTables.answer} where check_id = ${operation.check} and item_id = ${item} for update`);
  if (!row)
    throw new Refused(text('检查任务没有这个事项', 'The check has no such item'), { data: { reason: 'not_found' } });
  // a colleague answered it after this phone fetched its copy
  if (row.answered_by !== null && row.answered_by !== caller.id && row.changed_at > fetchedAt) throw staleVersion();
  const input = {
    answer: given,
    ...(value === '' ? {} : { value }),
    ...(note === '' ? {} : { note }),
    evidence: urlsOf(on, pictures),
    place: placeOf(operation),
    client_time: secondsOf(on, operation),
    ...(await oldCapture(on, operation)),
  };
  const order = { operation: 'move', move: 'answer', id: row.id, input, unread: true, unseen: true } as const;
  await write(engine, checkAnswer, caller, order, tx);
}

/** The time of the oldest picture, if it was taken before the officers scanned in, by the clock of the phone. */
async function oldCapture(
  { tx, device, correction }: OperationToApply,
  { check: id, content }: OperationOf<'answer'>,
): Promise<{ readonly captured_at?: number }> {
  if (content.pictures.length === 0) return {};
  const oldest = Math.min(...content.pictures.map(({ captured_at }) => captured_at));
  const scanned = await tx.row<{ at: number | null }>(sql`select extract(epoch from min(made_at))::float8 * 1000 as at
    from ${fieldKitTables.operation} where device_id = ${device} and check_id = ${id} and kind = 'scanIn' and outcome = 'applied'`);
  const isOld = scanned?.at != null && oldest < scanned.at;
  return isOld ? { captured_at: Math.max(0, Math.floor((oldest + correction) / 1000)) } : {};
}

/** The record with the signatures that this phone sent before. */
async function submit(on: OperationToApply, operation: OperationOf<'submit'>): Promise<void> {
  const { note, refused, refusal } = operation.content;
  const signed = await on.tx.rows<{ content: OperationContents['sign'] }>(
    sql`select content from (${validSignaturesSql(on.device, sql`${operation.check}`)}) s order by weigh nulls last, officer_row, seq`,
  );
  const input = {
    summary: note,
    ...(refused ? { refused_to_sign: '1', refusal_note: refusal } : {}),
    ...signatureInputs(signed.map(({ content }) => content)),
    ...evidenceOf(on, operation, []),
  };
  await move(on, operation, 'submit', input, { submitted_at: madeAt(on, operation) });
}

/** Only officers of the check sign as officers, each on their own behalf. */
async function requireSigner(
  { tx, caller }: OperationToApply,
  { check: id, content }: OperationOf<'sign'>,
): Promise<void> {
  const found = await tx.row<{ own: boolean; signs: boolean }>(sql`
    select coalesce(bool_or(p.admin_id = ${caller.id}), false) as own, coalesce(bool_or(p.id = ${content.officer}::bigint), false) as signs
    from ${fieldKitTables.checkOfficer} o join ${fieldKitTables.officer} p on p.id = o.officer_id where o.check_id = ${id}`);
  if (!found?.own || (content.role === 'officer' && !found.signs))
    throw new Refused(text('不是本次检查的执法人员', 'Not an officer of this check'), {
      data: { reason: 'not_officer' },
    });
}

/** The newest signature of each signer: two officers, the party, a witness. */
function signatureInputs(signed: readonly OperationContents['sign'][]): Readonly<Record<string, unknown>> {
  const officers = new Map<number | null, OperationContents['sign']>();
  const others = new Map<string, OperationContents['sign']>();
  for (const one of signed) {
    if (one.role === 'officer') officers.set(one.officer, one);
    else others.set(one.role, one);
  }
  const [first, second] = [...officers.values()];
  const drawn = (one: OperationContents['sign'] | undefined) =>
    one && (one.strokes.length > 0 ? { strokes: one.strokes } : { name: one.name });
  const given = {
    officer: drawn(first),
    second_officer: drawn(second),
    object: drawn(others.get('object')),
    witness: drawn(others.get('witness')),
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([role, signature]) => (signature ? [[signatureInput(role), signature]] : [])),
  );
}

/** The sentence and reason of a refusal. */
export function describeRefusal({ data, text: sentence, values }: Refused): { reason: string; message: Text } {
  const reason = data && !Array.isArray(data) && 'reason' in data ? String(data.reason) : 'refused';
  const written = (locale: Locale) => textIn(sentence, locale, values).slice(0, 500);
  return { reason, message: text(written('zh-cn'), written('en')) };
}
