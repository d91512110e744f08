import { formatRowReference } from '#kernel/kind/linked/one-of-reference.ts';
import { toShanghaiIso } from '#kernel/time/shanghai-time.ts';
import { buildDraftDocumentWrite } from '#modules/document/contract/build-draft-document-write.ts';
import { document } from '#modules/document/contract/document.ts';
import type { Caller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { Subscriber } from '#server/engine/subscriber-index.ts';
import { write } from '#server/write/pipeline.ts';
import { on } from '#server/write/subscriber/subscriber.ts';
import { type Check, check } from '../../contract/check/check.ts';
import { checkSources, noticeModes } from '../../contract/check/check-options.ts';
import {
  checkApprovalDocument,
  checkNoticeDocument,
  checkRecordDocument,
} from '../../contract/check-document/inspection-documents.ts';

interface CheckLines {
  readonly [column: string]: unknown;
  readonly officers: string | null;
  readonly items: string | null;
  readonly answers: string | null;
  /** Kinds of documents about the check that are not void. */
  readonly drafted: readonly string[];
}

const answerLabels = { yes: '符合', no: '不符合', not_applicable: '不适用' } as const;

/** Officers, items and answers of a check as documents print them, and which documents it has. */
async function readLines(tx: Transaction, id: number): Promise<CheckLines> {
  const labels = JSON.stringify(answerLabels);
  const found = await tx.row<CheckLines>(sql`
    select array(select d.code from document d where d.about = ${formatRowReference(check.name, id)} and d.status <> 'void') as drafted,
      (select string_agg(o.name || '（' || o.cert_no || '）', '、' order by c.weigh)
        from enforcement_check_officer c join library_officer o on o.id = c.officer_id where c.check_id = ${id}) as officers,
      string_agg(a.n || '. ' || a.name, e'\n' order by a.n) as items,
      string_agg(a.n || '. ' || a.name || '：' || coalesce(${labels}::jsonb->>a.answer, a.value, '未检查') || coalesce('。' || a.note, ''), e'\n' order by a.n) as answers
    from (select row_number() over (order by a.weigh, a.id) as n, i.name, a.answer, a.value, a.note
      from enforcement_check_answer a join library_check_item i on i.id = a.item_id where a.check_id = ${id}) a`);
  return found ?? { officers: null, items: null, answers: null, drafted: [] };
}

const minutes = (seconds: number | null): string =>
  seconds === null
    ? ''
    : toShanghaiIso(seconds * 1000)
        .slice(0, 16)
        .replace('T', ' ');

const period = (from: number | null, to: number | null): string =>
  [minutes(from), minutes(to)].filter(Boolean).join(' 至 ');

/** What documents of a check have in common. */
const common = (row: Check, lines: CheckLines) => ({
  party: row.object_name ?? '',
  check_no: row.check_no,
  basis: row.basis,
  officers: lines.officers ?? '',
  visit: row.started_at === null ? period(row.window_from, row.window_to) : period(row.started_at, row.submitted_at),
});

type Draft = ReturnType<typeof buildDraftDocumentWrite>;

/** Drafts a document of a check, unless there is one that is not void. */
async function draftOnce(
  { engine, tx, caller }: { engine: Engine; tx: Transaction; caller: Caller },
  { drafted }: CheckLines,
  draft: Draft,
): Promise<void> {
  if (!drafted.includes(draft.input.code))
    await write(engine, document, caller, { ...draft, unread: true, unseen: true }, tx);
}

const about = (row: Check) => ({ about: check, row: { id: row.id, area_code: row.area_code } });

/** Documents of the inspection set, drafted from a check when it reaches the step that they record. */
export const inspectionDocumentSubscribers: Readonly<Record<string, Subscriber>> = {
  draft_check_approval: on(check, 'approved', {
    async later(_fact, context) {
      for (const row of await context.rows()) {
        const lines = await readLines(context.tx, row.id);
        const values = {
          ...common(row, lines),
          items: lines.items ?? '',
          source: checkSources[row.source]['zh-cn'],
          notice: noticeModes[row.notify_mode]['zh-cn'],
          opinion: row.opinion ?? '同意',
        };
        await draftOnce(context, lines, buildDraftDocumentWrite(checkApprovalDocument, { ...about(row), values }));
      }
    },
  }),
  draft_check_notice: on(check, 'notified', {
    async later(_fact, context) {
      for (const row of await context.rows()) {
        const lines = await readLines(context.tx, row.id);
        const values = {
          ...common(row, lines),
          items: lines.items ?? '',
          rights: checkNoticeDocument.fields.rights.initial as string,
        };
        await draftOnce(context, lines, buildDraftDocumentWrite(checkNoticeDocument, { ...about(row), values }));
      }
    },
  }),
  draft_check_record: on(check, 'submitted', {
    async later(_fact, context) {
      for (const row of await context.rows()) {
        const lines = await readLines(context.tx, row.id);
        const values = {
          ...common(row, lines),
          items: lines.answers ?? '',
          present: row.party_name,
          post: row.party_post,
          shown: checkRecordDocument.fields.shown.initial as string,
          summary: row.summary ?? '',
          refusal: row.refusal_note,
        };
        await draftOnce(context, lines, buildDraftDocumentWrite(checkRecordDocument, { ...about(row), values }));
      }
    },
  }),
};
