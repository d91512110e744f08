import { createHash } from 'node:crypto';
import { findDocument, type OfficialDocument } from '#kernel/module/official-document.ts';
import { text } from '#kernel/text/text.ts';
import { toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { runInPdfThread } from '#server/pdf/run-pdf-task-in-worker-thread.ts';
import type { ReadEvidenceFiles } from '#server/platform/evidence-files-stored-outside-uploads.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { platformPublicAddress } from '../contract/settings-required-to-issue-documents.ts';
import { footSignatures, writeDefaultTemplate } from './default-docx-template.ts';
import { formatPrintedDate, printedValuesByPlaceholder } from './format-and-mask-printed-document-values.ts';
import { readDocxTemplate } from './read-and-validate-docx-template.ts';

/** The formats of a document that can be downloaded. */
export const documentFormats = ['pdf', 'docx'] as const;
export type DocumentFormat = (typeof documentFormats)[number];

interface RenderedDocument {
  docx: Uint8Array;
  pdf: Uint8Array;
  missing: string[];
}

const texts = {
  failed: text('文书没有制作成功，请检查模板', 'The document could not be produced. Check its template'),
  missing: text(
    '字库缺少“{letters}”，PDF 无法印出；请下载 Word 文档打印',
    'The font lacks “{letters}”, so the PDF cannot print them. Download and print the Word document',
  ),
  draft: text('草稿', 'Draft'),
  noAuthority: text('（主管部门尚未设置）', '(authority not set)'),
};

interface Row {
  id: number;
  code: string;
  title: string;
  number: string | null;
  status: string;
  data: Record<string, unknown>;
  check_code: string;
  issued_at: string | null;
  authority: string | null;
  body: string | null;
}

/**
 * Renders a document in its present state as PDF and .docx, in a worker thread, with a watermark until it is issued.
 * The result is not stored. `missing` are the characters that the font lacks; the PDF omits them. Throws `Refused` if
 * the template cannot be filled in.
 */
export async function renderDocument(engine: Engine, id: number): Promise<RenderedDocument> {
  const row =
    await engine.db.row<Row>(sql`select d.id, d.code, d.title, d.number, d.status, d.data, d.check_code, d.issued_at::text, d.authority,
      coalesce(t.body, case when d.issued_at is null then (select a.body from document_template a where a.code = d.code and a.status = 'active') end) as body
    from document d left join document_template t on t.id = d.template_id where d.id = ${id}`);
  const one = row && findDocument(row.code);
  if (!row || !one) throw notFound();
  const issued = row.issued_at !== null;
  const template = row.body ? await readDocxTemplate(engine, row.body) : writeDefaultTemplate(one);
  if (!template) throw new Refused(texts.failed);
  const answer = await runInPdfThread({
    task: 'document',
    template,
    values: {
      ...printedValuesByPlaceholder(one, row.data),
      title: row.title,
      number: row.number ?? '（未编号）',
      authority: row.authority ?? engine.settings(siteSettings).authority ?? texts.noAuthority['zh-cn'],
      issued_on: row.issued_at
        ? formatPrintedDate(toShanghaiDate(new Date(row.issued_at).toISOString()))
        : '　　年　月　日',
    },
    pdf: {
      title: row.number ? `${row.title} ${row.number}` : row.title,
      ...footOf(one),
      ...(issued ? { checks: [checkOf(engine, row.check_code)] } : { mark: texts.draft['zh-cn'] }),
    },
  });
  if (answer && 'docx' in answer) return answer;
  engine.log.warn({ document: id, why: answer }, 'a document could not be rendered');
  throw new Refused(texts.failed, { data: { reason: 'invalid' } });
}

/** The footer of a document whose pages are signed. */
function footOf(one: OfficialDocument): { foot?: string } {
  const line = footSignatures(one);
  return line === undefined ? {} : { foot: `${line}\n第 {page} 页 共 {pages} 页` };
}

/** Name of the authority that issues the documents. */
export const authorityName = ({ settings }: Pick<Engine, 'settings'>): string =>
  settings(siteSettings).authority ?? settings(siteSettings).name;

/** Public address of the check of a document, as encoded in its QR code. */
const checkPageUrl = (engine: Engine, code: string): string =>
  `${platformPublicAddress(engine.settings)}/check/${code}`;

const checkOf = (engine: Engine, code: string) => {
  const address = checkPageUrl(engine, code);
  return { address, lines: ['扫码核验本文书', `验证码 ${code.replace(/(.{4})(?=.)/g, '$1-')}`, address] };
};

const making = new Map<number, Promise<void>>();

/**
 * Renders and stores an issued document on first request; concurrent requests wait for the same run. Its content was
 * fixed when it was issued. Without a complete PDF only the .docx is stored.
 */
export function storeRenderedDocument(engine: Engine, id: number): Promise<void> {
  let work = making.get(id);
  if (!work) {
    work = make(engine, id).finally(() => making.delete(id));
    making.set(id, work);
  }
  return work;
}

async function make(engine: Engine, id: number): Promise<void> {
  if (await engine.db.row(sql`select from document_paper where document_id = ${id}`)) return;
  const rendered = await renderDocument(engine, id);
  const kinds = rendered.missing.length > 0 ? (['docx'] as const) : documentFormats;
  // if two processes render the same document, the first one stored wins
  await engine.db.transaction(async (tx) => {
    await tx.query(sql`select from document where id = ${id} for update`);
    if (await tx.row(sql`select from document_paper where document_id = ${id}`)) return;
    for (const kind of kinds) {
      const bytes = Buffer.from(rendered[kind]);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      await tx.query(
        sql`insert into document_paper (document_id, kind, bytes, sha256) values (${id}, ${kind}, ${bytes}, ${sha256})`,
      );
    }
  });
  if (rendered.missing.length > 0)
    engine.log.warn({ document: id, missing: rendered.missing.length }, 'letters no font has');
}

/** The bytes of an issued document in a format. Throws `Refused` for a PDF whose font lacks characters. */
export async function readRenderedDocument(engine: Engine, id: number, kind: DocumentFormat): Promise<Uint8Array> {
  await storeRenderedDocument(engine, id);
  const row = await engine.db.row<{ bytes: Uint8Array }>(
    sql`select bytes from document_paper where document_id = ${id} and kind = ${kind}`,
  );
  if (row) return row.bytes;
  throw new Refused(texts.missing, {
    values: { letters: (await renderDocument(engine, id)).missing.join('') },
    data: { reason: 'invalid' },
  });
}

/** SHA-256 of an issued document by format; only of formats that were rendered already. */
export async function readDocumentHashes(db: Queryable, id: number): Promise<Readonly<Record<string, string>>> {
  const stored = await db.rows<{ kind: string; sha256: string }>(
    sql`select kind, sha256 from document_paper where document_id = ${id} order by kind`,
  );
  return Object.fromEntries(stored.map(({ kind, sha256 }) => [kind, sha256]));
}

/** The formats of an issued document with these hashes, as they were given to the party. */
export const readRenderedFiles: ReadEvidenceFiles = (db, id, hashes) =>
  db.rows(
    sql`select kind, sha256, bytes from document_paper where document_id = ${id} and sha256 = any(${hashes}::text[]) order by kind`,
  );
