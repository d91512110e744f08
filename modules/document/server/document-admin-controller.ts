import { findDocument } from '#kernel/module/official-document.ts';
import { text } from '#kernel/text/text.ts';
import { wholeNumberOf } from '#kernel/wire/whole-number.ts';
import { can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/envelope.ts';
import { answered, type Call, type Controller } from '#server/http/controller.ts';
import { operationTitle } from '#server/http/operation-log.ts';
import { readKey, readRow } from '#server/read/row/row.ts';
import { isAuthor } from '#server/read/scope/row-authors.ts';
import { badParameter, notFound } from '#server/refusal.ts';
import { write } from '#server/write/pipeline.ts';
import { type DocumentRow, document } from '../contract/document.ts';
import { missingIssueSettings } from '../contract/issue-requirements.ts';
import { type DocumentValues, maskDocumentContent } from './printed-document-values.ts';
import { type PaperKind, paperKinds, readPaper, renderPapers } from './render-and-store-papers.ts';
import { validateDraftValues } from './validate-draft-values.ts';

const texts = {
  filled: text('已保存', 'Saved'),
  fill: text('填写内容', 'Fill in'),
};

export const documentAdminController: Controller = {
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
