import { readDocumentCheckCode } from '#kernel/check/document-check-code.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { Lifecycle } from '#kernel/declaration/lifecycle.ts';
import { findDocument } from '#kernel/module/official-document.ts';
import { type Locale, type Text, text } from '#kernel/text/text.ts';
import { toShanghaiDate } from '#kernel/time/calendar.ts';
import { wholeNumberOf } from '#kernel/wire/whole-number.ts';
import { can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import { Answer } from '#server/http/connection/envelope.ts';
import { answered, type Call, type Controller } from '#server/http/controller.ts';
import { operationTitle } from '#server/http/operation-log.ts';
import { limitAddress } from '#server/limit/limit-address.ts';
import { type Limit, takeTries } from '#server/limit/tries.ts';
import { findPrint, type RecordedPrint } from '#server/paper/print-record.ts';
import { readKey, readRow } from '#server/read/row/row.ts';
import { isAuthor } from '#server/read/scope/row-authors.ts';
import { badParameter, notFound, Refused } from '#server/refusal.ts';
import { write } from '#server/write/pipeline.ts';
import { type DocumentRow, document } from '../contract/document.ts';
import { missingIssueSettings } from '../contract/issue-requirements.ts';
import { type PaperKind, paperKinds, readPaper, renderPapers, storePapers } from './papers.ts';
import { validateDraftValues } from './validate-draft-values.ts';
import { type DocumentValues, maskDocumentContent, maskFieldText, textOnPaper } from './values.ts';

const texts = {
  filled: text('已保存', 'Saved'),
  fill: text('填写内容', 'Fill in'),
  unknown: text('没有找到该验证码的文书，请核对后再试', 'No document found for this code. Check it and try again'),
  gone: text('已不在册', 'No longer on record'),
  print: text('平台制表', 'Printed by the platform'),
  tooMany: text('查询过于频繁，请 {minutes} 分钟后再试', 'Too many queries. Try again in {minutes} min'),
};

export const documentController: Controller = {
  app: 'admin',
  name: 'document.document',
  actions: {
    form: { gate: 'rule', node: `${document.name}/edit`, handle: form },
    fill: { gate: 'rule', node: `${document.name}/edit`, methods: ['POST'], silent: true, handle: fill },
    ready: { gate: 'rule', node: `${document.name}/index`, handle: ready },
    paper: {
      gate: 'rule',
      node: `${document.name}/index`,
      logged: true,
      secret: true,
      title: text('文书-下载', 'Document: download'),
      handle: paper,
    },
  },
};

/** `GET form`: the unmasked values of a draft, for its editors. */
async function form({ engine, caller, query }: Call) {
  const row = await readRow<DocumentRow>(engine, document, caller, readKey(query.id));
  const stored = await engine.db.row<{ data: DocumentValues }>(sql`select data from document where id = ${row.id}`);
  return { code: row.code, version: row.version, values: row.status === 'draft' ? (stored?.data ?? {}) : {} };
}

/** Obstacles to issuing a document that its page does not show: missing settings, and a caller who may not approve their own work. */
async function ready({ engine, caller, query }: Call) {
  const row = await readRow<DocumentRow>(engine, document, caller, readKey(query.id));
  const another = row.status === 'draft' && findDocument(row.code)?.approvedByAnother === true;
  return {
    missing: missingIssueSettings(engine.settings).map(({ section, label }) => ({
      section,
      label: label[caller.locale],
    })),
    may_set: can(caller, 'system/setting/edit'),
    own_work: another && (await isAuthor(engine.db, document, row.id, caller)),
  };
}

/** `POST fill`: stores some values of a draft. Missing ones are refused at approval only. */
async function fill(call: Call): Promise<Answer> {
  const { engine, caller, body } = call;
  const id = readKey(body.id);
  const { values } = body;
  if (typeof values !== 'object' || values === null || Array.isArray(values)) throw badParameter();
  const row = await readRow<DocumentRow>(engine, document, caller, id);
  const one = findDocument(row.code);
  if (!one) throw notFound();
  const checked = validateDraftValues(one, values as DocumentValues, caller.locale);
  const version = wholeNumberOf(body.version);
  const stored = await engine.db.row<{ data: DocumentValues }>(sql`select data from document where id = ${id}`);
  const data = { ...stored?.data, ...checked };
  await write(engine, document, caller, {
    operation: 'edit',
    id,
    // values that another editor saved meanwhile are not overwritten unseen
    version: version ?? row.version,
    input: {},
    set: { data: JSON.stringify(data), content: maskDocumentContent(one, data) },
    unread: true,
    log: {
      title: operationTitle(call, 'document.document', 'fill', texts.fill),
      url: call.path.slice(0, 1500),
      data: JSON.stringify({ id, fields: Object.keys(checked) }).slice(0, 10_000),
    },
  });
  return new Answer(null, texts.filled[caller.locale]);
}

const types: Readonly<Record<PaperKind, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

async function paper({ engine, caller, query, reply }: Call): Promise<typeof answered> {
  const kind = query.kind === undefined || query.kind === '' ? 'pdf' : paperKinds.find((one) => one === query.kind);
  if (!kind) throw badParameter();
  const row = await readRow<DocumentRow>(engine, document, caller, readKey(query.id));
  const bytes =
    row.number === null ? (await renderPapers(engine, row.id))[kind] : await readPaper(engine, row.id, kind);
  const name = encodeURIComponent(`${row.number ?? row.title}.${kind}`);
  await reply
    .type(types[kind])
    .header('Cache-Control', 'no-store')
    .header(
      'Content-Disposition',
      `${query.show === '1' && kind === 'pdf' ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
    )
    .send(Buffer.from(bytes));
  return answered;
}

/** Codes have 80 bits and cannot be guessed; the limit only stops the attempts. */
const guesses: Limit = { name: 'document_check', most: 30, seconds: 600, forgets: 'each' };

/**
 * `GET /api/document/check?code=`: what anyone may see of a document or print by its code. The party's name is masked.
 */
export const documentCheckController: Controller = {
  app: 'api',
  name: 'document',
  actions: { check: { gate: 'none', perMinute: 30, secret: true, handle: check } },
};

async function check({ engine, caller, query }: Call) {
  const code = readDocumentCheckCode(query.code);
  await takeTries(engine.db, [{ limit: guesses, subject: limitAddress(caller.ip) }], (_limit, wait) => {
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
    const print = code && (await findPrint(engine, code));
    if (print) return describePrint(print, engine, caller.locale);
    throw new Refused(texts.unknown, { data: { reason: 'not_found' } });
  }
  await storePapers(engine, row.id);
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
    party: maskFieldText(party, textOnPaper(party, row.data[one.party])),
    authority: row.authority,
    sha256: paper?.sha256 ?? '',
  };
}

/** Describes a print: the record, who made it and when, and whether the record has changed since. */
function describePrint(
  { title, facts, made_by, made_at, authority, sha256, changed, states }: RecordedPrint,
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
    issued_on: toShanghaiDate(new Date(made_at * 1000).toISOString()),
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
