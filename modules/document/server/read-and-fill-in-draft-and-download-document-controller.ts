import { field } from '#kernel/field/field.ts';
import { findDocument } from '#kernel/module/official-document.ts';
import { text } from '#kernel/text/text.ts';
import { can } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import { type Controller, responseSent } from '#server/http/controller.ts';
import { type CallWithValidatedInput, call } from '#server/http/declare-http-call-with-validated-input.ts';
import { operationTitle } from '#server/http/write-operation-log-of-calls.ts';
import { boolean, integer, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { readRow } from '#server/read/row/read-one-row-as-json.ts';
import { isAuthorOfRow } from '#server/read/scope/rows-authored-by-caller.ts';
import { badParameter, notFound } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import { type DocumentRow, document } from '../contract/document.ts';
import { missingSettingsToIssueDocuments } from '../contract/settings-required-to-issue-documents.ts';
import { type DocumentValues, maskDocumentContent } from './format-and-mask-printed-document-values.ts';
import { type DocumentFormat, readRenderedDocument, renderDocument } from './render-and-store-document.ts';
import { validateDocumentDraftValues } from './validate-document-draft-values.ts';

const texts = {
  filled: text('已保存', 'Saved'),
  fill: text('填写内容', 'Fill in'),
};

const idInput = { id: field.reference(text('文书', 'Document'), { to: document.name, required: true }) };
const fillInput = { ...idInput, version: field.integer(text('所见的版本', 'Version seen')) };
const downloadInput = {
  ...idInput,
  kind: field.select(text('格式', 'Format'), { options: { pdf: text('PDF', 'PDF'), docx: text('Word', 'Word') } }),
  show: field.switch(text('在浏览器中打开', 'Open in the browser')),
};

export const readAndFillInDraftAndDownloadDocumentController: Controller = {
  app: 'admin',
  name: 'document.document',
  actions: {
    form: call({
      gate: 'rule',
      node: `${document.name}/edit`,
      summary: text('文书的填写内容', 'Content of a document'),
      input: idInput,
      answer: object({ code: string, version: integer, values: { type: 'object' } }),
      run: form,
    }),
    fill: call({
      gate: 'rule',
      node: `${document.name}/edit`,
      methods: ['POST'],
      silent: true,
      summary: text('填写文书内容；只改所给的项', 'Fill in a document; only the items given are changed'),
      input: fillInput,
      checkedInRun: {
        values: field.textarea(text('各字段的值（对象）', 'Values by field (an object)'), { required: true }),
      },
      answer: nothing,
      run: fill,
    }),
    ready: call({
      gate: 'rule',
      node: `${document.name}/index`,
      summary: text(
        '制发前还缺什么：未设置的主管部门、网址，以及本人能否审批',
        'What is missing before issue: unset authority or address, and whether the caller may approve',
      ),
      input: idInput,
      answer: object({
        missing: list(object({ section: string, label: string })),
        may_set: boolean,
        own_work: boolean,
      }),
      run: ready,
    }),
    paper: call({
      gate: 'rule',
      node: `${document.name}/index`,
      logged: true,
      secret: true,
      title: text('文书-下载', 'Document: download'),
      summary: text(
        '文书的 PDF 或 Word 文件；未制发的带“草稿”字样',
        'PDF or Word file of a document; marked “draft” until issued',
      ),
      input: downloadInput,
      raw: 'application/pdf',
      run: download,
    }),
  },
};

/** `GET form`: the unmasked values of a draft, for its editors. */
async function form({ engine, caller, input }: CallWithValidatedInput<typeof idInput>) {
  const row = await readRow<DocumentRow>(engine, document, caller, input.id);
  const stored = await engine.db.row<{ data: DocumentValues }>(sql`select data from document where id = ${row.id}`);
  return { code: row.code, version: row.version, values: row.status === 'draft' ? (stored?.data ?? {}) : {} };
}

/** Obstacles to issuing a document that its page does not show: missing settings, and a caller who may not approve their own work. */
async function ready({ engine, caller, input }: CallWithValidatedInput<typeof idInput>) {
  const row = await readRow<DocumentRow>(engine, document, caller, input.id);
  const another = row.status === 'draft' && findDocument(row.code)?.approvedByAnother === true;
  return {
    missing: missingSettingsToIssueDocuments(engine.settings).map(({ section, label }) => ({
      section,
      label: label[caller.locale],
    })),
    may_set: can(caller, 'system/setting/edit'),
    own_work: another && (await isAuthorOfRow(engine.db, document, row.id, caller)),
  };
}

/** `POST fill`: stores some values of a draft. Missing ones are refused at approval only. */
async function fill(made: CallWithValidatedInput<typeof fillInput>): Promise<Answer<null>> {
  const { engine, caller, body } = made;
  const { id, version } = made.input;
  const { values } = body;
  if (typeof values !== 'object' || values === null || Array.isArray(values)) throw badParameter();
  const row = await readRow<DocumentRow>(engine, document, caller, id);
  const one = findDocument(row.code);
  if (!one) throw notFound();
  const checked = validateDocumentDraftValues(one, values as DocumentValues, caller.locale);
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
      title: operationTitle(made, 'document.document', 'fill', texts.fill),
      url: made.path.slice(0, 1500),
      data: JSON.stringify({ id, fields: Object.keys(checked) }).slice(0, 10_000),
    },
  });
  return new Answer(null, texts.filled[caller.locale]);
}

const types: Readonly<Record<DocumentFormat, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

async function download({
  engine,
  caller,
  input,
  reply,
}: CallWithValidatedInput<typeof downloadInput>): Promise<typeof responseSent> {
  const kind = input.kind ?? 'pdf';
  const row = await readRow<DocumentRow>(engine, document, caller, input.id);
  const bytes =
    row.number === null
      ? (await renderDocument(engine, row.id))[kind]
      : await readRenderedDocument(engine, row.id, kind);
  const name = encodeURIComponent(`${row.number ?? row.title}.${kind}`);
  await reply
    .type(types[kind])
    .header('Cache-Control', 'no-store')
    .header(
      'Content-Disposition',
      `${input.show === '1' && kind === 'pdf' ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
    )
    .send(Buffer.from(bytes));
  return responseSent;
}
