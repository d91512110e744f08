import { parseDocumentCheckCode } from '#kernel/check/parse-typed-check-code-of-printed-document.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { Lifecycle } from '#kernel/declaration/lifecycle.ts';
import { field } from '#kernel/field/field.ts';
import { findDocument } from '#kernel/module/official-document.ts';
import { type Locale, type Text, text } from '#kernel/text/text.ts';
import { shanghaiDateOf, toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { type AttemptLimit, countAttempts } from '#server/limit/attempt-limit.ts';
import { ipForLimits } from '#server/limit/ip-address-or-ipv6-network-counted-by-limits.ts';
import { boolean, integer, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { findPrintedDocumentByCode, type StoredPrintedDocument } from '#server/pdf/store-and-find-printed-documents.ts';
import { Refused } from '#server/refusal.ts';
import { document } from '../contract/document.ts';
import { type DocumentValues, formatPrintedValue, maskFieldText } from './format-and-mask-printed-document-values.ts';
import { storeRenderedDocument } from './render-and-store-document.ts';

const texts = {
  unknown: text('没有找到该验证码的文书，请核对后再试', 'No document found for this code. Check it and try again'),
  gone: text('已不在册', 'No longer on record'),
  print: text('平台制表', 'Printed by the platform'),
  tooMany: text('查询过于频繁，请 {minutes} 分钟后再试', 'Too many queries. Try again in {minutes} min'),
};

/** Codes have 80 bits and cannot be guessed; the limit only stops the attempts. */
const guesses: AttemptLimit = { name: 'document_check', most: 30, seconds: 600, forgets: 'each' };

const states = object({ before: string, now: string });
const found = object(
  {
    title: string,
    kind: string,
    number: string,
    status: string,
    status_text: string,
    issued_on: string,
    party: string,
    authority: string,
    sha256: string,
    print: object({
      made_at: integer,
      made_by: string,
      changed: orNull(boolean),
      facts: list(object({ label: string, value: string })),
      state: orNull(states),
    }),
  },
  ['title', 'kind', 'number', 'status', 'status_text', 'issued_on', 'party', 'authority', 'sha256'],
);

/**
 * `GET /api/document/check?code=`: what anyone may see of a document or print by its code. The party's name is masked.
 */
export const publicDocumentVerificationController: Controller = {
  app: 'api',
  name: 'document',
  actions: {
    check: call({
      gate: 'none',
      limit: { perMinute: 30 },
      secret: true,
      summary: text('凭验证码核验文书或平台制表（公开）', 'Verify a document or platform print by its code (public)'),
      // a malformed code counts as an attempt like a wrong one
      checkedInRun: { code: field.text(text('验证码', 'Verification code'), { required: true }) },
      answer: found,
      run: check,
    }),
  },
};

async function check({ engine, caller, query }: Call) {
  const code = parseDocumentCheckCode(query.code);
  await countAttempts(engine.db, [{ limit: guesses, subject: ipForLimits(caller.ip) }], (_limit, wait) => {
    return new Refused(texts.tooMany, {
      values: { minutes: Math.ceil(wait / 60) },
      data: { reason: 'too_frequent', retry_after: wait },
    });
  });
  const row =
    code &&
    (await engine.db.row<{
      id: number;
      code: string;
      title: string;
      number: string;
      status: string;
      data: DocumentValues;
      authority: string;
      issued_at: string;
    }>(
      sql`select id, code, title, number, status, data, authority, issued_at::text from document where check_code = ${code} and issued_at is not null`,
    ));
  const one = row && findDocument(row.code);
  if (!row || !one) {
    const print = code && (await findPrintedDocumentByCode(engine, code));
    if (print) return describePrint(print, engine, caller.locale);
    throw new Refused(texts.unknown, { data: { reason: 'not_found' } });
  }
  await storeRenderedDocument(engine, row.id);
  const paper = await engine.db.row<{ sha256: string }>(
    sql`select sha256 from document_paper where document_id = ${row.id} order by kind desc limit 1`,
  );
  const party = one.fields[one.party] as AnyField;
  return {
    title: row.title,
    kind: one.label[caller.locale],
    number: row.number,
    status: row.status,
    status_text: document.life?.states[row.status as 'issued'][caller.locale] ?? row.status,
    issued_on: toShanghaiDate(new Date(row.issued_at).toISOString()),
    party: maskFieldText(party, formatPrintedValue(party, row.data[one.party])),
    authority: row.authority,
    sha256: paper?.sha256 ?? '',
  };
}

/** Describes a print: the record, who made it and when, and whether the record has changed since. */
function describePrint(
  { title, facts, made_by, made_at, authority, sha256, changed, states }: StoredPrintedDocument,
  { find }: Pick<Engine, 'find'>,
  locale: Locale,
) {
  const life = states && (find(states.resource)?.life as Lifecycle | undefined);
  const stateOf = (name: string | null) =>
    (name === null ? texts.gone : (life?.states[name] ?? { ...text(name, name) }))[locale];
  const inLocale = (one: string | Text) => (typeof one === 'string' ? one : one[locale]);
  return {
    title: title[locale],
    authority,
    sha256,
    number: '',
    status: 'issued',
    party: '',
    kind: texts.print[locale],
    issued_on: shanghaiDateOf(made_at),
    status_text: states ? stateOf(states.now) : '',
    print: {
      made_at,
      made_by: made_by[locale],
      changed,
      facts: facts.map(({ label, value }) => ({ label: label[locale], value: inLocale(value) })),
      state: states ? { before: stateOf(states.before), now: stateOf(states.now) } : null,
    },
  };
}
