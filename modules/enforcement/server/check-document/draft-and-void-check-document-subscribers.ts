import { formatRowReference } from '#kernel/kind/linked/one-of-reference.ts';
import { toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import { buildDraftDocumentWrite } from '#modules/document/contract/build-draft-document-write.ts';
import { document } from '#modules/document/contract/document.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { on, type SubscriberContext } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { validateAndAddRowsDraftedByModule } from '#server/write/validate-and-add-rows-drafted-by-module.ts';
import { write } from '#server/write/write-pipeline.ts';
import { type Check, check } from '../../contract/check/enforcement-check.ts';
import { checkStatesUnderWay } from '../../contract/check/enforcement-check-lifecycle.ts';
import {
  checkItemAnswers,
  checkResults,
  checkSources,
  noticeModes,
} from '../../contract/check/enforcement-check-source-result-and-flag-options.ts';
import {
  checkApprovalDocument,
  checkNoticeDocument,
  checkRecordDocument,
} from '../../contract/check-document/check-approval-notice-and-record-documents.ts';
import { checkResultDocument } from '../../contract/check-document/result-and-service-documents.ts';

interface CheckLines {
  readonly [column: string]: unknown;
  readonly officers: string | null;
  readonly items: string | null;
  readonly answers: string | null;
  /** Items that do not comply. */
  readonly findings: string | null;
}

const answerLabels = Object.fromEntries(
  Object.entries(checkItemAnswers).map(([name, label]) => [name, label['zh-cn']]),
);

/** Officers, items and answers of checks as documents print them, by check. `arrived`: only the officers who were there. */
async function readLines(
  tx: Transaction,
  ids: readonly number[],
  { arrived = false } = {},
): Promise<(check: number) => CheckLines> {
  const labels = JSON.stringify(answerLabels);
  const found = await tx.rows<CheckLines & { readonly id: number }>(sql`
    select k.id,
      (select string_agg(o.name || '（' || o.cert_no || '）', '、' order by c.weigh, c.id)
        from enforcement_check_officer c join library_officer o on o.id = c.officer_id
        where c.check_id = k.id${arrived ? sql` and c.arrived_at is not null` : sql.empty}) as officers, l.*
    from unnest(${[...ids]}::bigint[]) k (id) cross join lateral (
      select string_agg(a.n || '. ' || a.name, e'\n' order by a.n) as items,
        string_agg(a.n || '. ' || a.name || '：' || coalesce(nullif(concat_ws('，', ${labels}::jsonb->>a.answer, nullif(a.value, '')), ''), '未检查')
          || coalesce('。' || a.note, ''), e'\n' order by a.n) as answers,
        string_agg(a.name || coalesce('：' || a.note, ''), e'\n' order by a.n) filter (where a.problem) as findings
      from (select row_number() over (order by a.weigh, a.id) as n, i.name, a.answer, a.value, a.note, a.problem
        from enforcement_check_answer a join library_check_item i on i.id = a.item_id where a.check_id = k.id) a) l`);
  const byCheck = new Map(found.map((lines) => [lines.id, lines]));
  return (check) => byCheck.get(check) ?? { officers: null, items: null, answers: null, findings: null };
}

const minuteOf = (seconds: number | null): string => (seconds === null ? '' : toShanghaiMinute(seconds * 1000));
const period = (from: number | null, to: number | null): string =>
  [minuteOf(from), minuteOf(to)].filter(Boolean).join(' 至 ');

/** What documents of a check have in common. */
const common = (row: Check, lines: CheckLines) => ({
  party: row.object_name ?? '',
  check_no: row.check_no,
  basis: row.basis,
  officers: lines.officers ?? '',
  visit: row.started_at === null ? period(row.window_from, row.window_to) : period(row.started_at, row.submitted_at),
});

type Draft = ReturnType<typeof buildDraftDocumentWrite>;
type Drafting = SubscriberContext<typeof check>;
const about = (row: Check) => ({ about: check, row: { id: row.id, area_code: row.area_code } });

/** A document that is drafted from a check. */
interface Drafted {
  readonly code: string;
  /** Its lines name only the officers who were there. */
  readonly arrived: boolean;
  readonly draft: (row: Check, lines: CheckLines) => Draft;
}

const approvalDraft: Drafted = {
  code: checkApprovalDocument.name,
  arrived: false,
  draft: (row, lines) =>
    buildDraftDocumentWrite(checkApprovalDocument, {
      ...about(row),
      values: {
        ...common(row, lines),
        items: lines.items ?? '',
        source: checkSources[row.source]['zh-cn'],
        notice: noticeModes[row.notify_mode]['zh-cn'],
        opinion: row.opinion ?? '同意',
      },
    }),
};

const noticeDraft: Drafted = {
  code: checkNoticeDocument.name,
  arrived: false,
  draft: (row, lines) =>
    buildDraftDocumentWrite(checkNoticeDocument, {
      ...about(row),
      values: {
        ...common(row, lines),
        items: lines.items ?? '',
        rights: checkNoticeDocument.fields.rights.initial as string,
      },
    }),
};

const recordDraft: Drafted = {
  code: checkRecordDocument.name,
  arrived: true,
  draft: (row, lines) =>
    buildDraftDocumentWrite(checkRecordDocument, {
      ...about(row),
      values: {
        ...common(row, lines),
        items: lines.answers ?? '',
        present: row.party_name,
        post: row.party_post,
        shown: checkRecordDocument.fields.shown.initial as string,
        summary: row.summary ?? '',
        refusal: row.refusal_note,
      },
    }),
};

const resultDraft: Drafted = {
  code: checkResultDocument.name,
  arrived: true,
  draft(row, lines) {
    const { basis: _basis, ...shared } = common(row, lines);
    const values = {
      ...shared,
      result: row.result_code === null ? '' : checkResults[row.result_code]['zh-cn'],
      findings: lines.findings,
      note: row.result_note,
      follow_up: row.result_code === 'ordered_to_correct' ? '依法责令改正，另行送达责令改正通知书。' : null,
      objection: checkResultDocument.fields.objection.initial as string,
    };
    return buildDraftDocumentWrite(checkResultDocument, { ...about(row), values });
  },
};

/** Drafts a document of the checks of events that have not left these states since, unless they have one that is not void. */
async function draftWhile(
  states: readonly Check['status'][],
  { engine, tx, caller, rows }: Drafting,
  { code, arrived, draft }: Drafted,
): Promise<void> {
  const found = await rows();
  const ids = found.map(({ id }) => id);
  // a step that follows at once waits, and voids what is drafted here; locked in one order, so that two jobs do not block each other
  const present = await tx.rows<{ id: number }>(
    sql`select id from enforcement_check where id = any(${ids}::bigint[]) and status = any(${[...states]}::text[]) order by id for no key update`,
  );
  const wanted = await tx.rows<{ id: number }>(sql`
    select k.id from unnest(${present.map(({ id }) => id)}::bigint[]) k (id)
    where not exists (select from document d where d.about = ${check.name} || ':' || k.id and d.code = ${code} and d.status <> 'void')`);
  if (wanted.length === 0) return;
  const due = new Set(wanted.map(({ id }) => id));
  const linesOf = await readLines(tx, [...due], { arrived });
  const drafts = found.filter(({ id }) => due.has(id)).map((row) => draft(row, linesOf(row.id)));
  await validateAndAddRowsDraftedByModule(engine, document, caller, drafts, tx);
}

/** Voids documents `d` of the checks of an event, and returns how many. */
async function voidDocuments(context: Drafting, void_reason: string, which: Sql): Promise<number> {
  const { engine, tx, caller } = context;
  let count = 0;
  for (const { id } of await context.rows()) {
    await tx.query(sql`select from enforcement_check where id = ${id} for no key update`);
    const found = await tx.rows<{ id: number }>(sql`
      select d.id from document d where d.about = ${formatRowReference(check.name, id)} and d.status <> 'void' and ${which} order by d.id`);
    for (const one of found) {
      const order = { operation: 'move', move: 'revoke', id: one.id, input: { void_reason } } as const;
      await write(engine, document, caller, { ...order, unread: true, unseen: true }, tx);
    }
    count += found.length;
  }
  return count;
}

const reviewed = ['reviewed', 'closed'] as const;
const recorded = ['submitted', 'reviewed', 'closed'] as const;
const approved = [...checkStatesUnderWay, 'refused', ...recorded] as const;

/**
 * Documents of the inspection set: drafted from a check when it reaches the step that they record, and voided when that
 * step is undone, so that no paper says what no longer holds.
 */
export const draftAndVoidCheckDocumentSubscribers: Readonly<Record<string, Subscriber>> = {
  draft_check_approval: on(check, 'approved', {
    laterInBatches: (_facts, context) => draftWhile(approved, context, approvalDraft),
  }),
  draft_check_notice: on(check, 'notified', {
    laterInBatches: (_facts, context) => draftWhile(approved, context, noticeDraft),
  }),
  draft_check_record: on(check, 'submitted', {
    laterInBatches: (_facts, context) => draftWhile(recorded, context, recordDraft),
  }),
  void_check_record: on(check, 'returned', {
    async later(_fact, context) {
      await voidDocuments(context, '检查笔录退回补正', sql`d.code = ${checkRecordDocument.name}`);
      // where it was submitted again before this job ran
      await draftWhile(recorded, context, recordDraft);
    },
  }),
  void_check_documents: on(check, 'cancelled', {
    async later(_fact, context) {
      await voidDocuments(context, '检查已取消', sql`true`);
    },
  }),
  // one that was issued is an officer's to void: its number is out
  redraft_check_notice: on(check, 'edited', {
    async later(_fact, context) {
      const unissued = sql`d.code = ${checkNoticeDocument.name} and d.status in ('draft', 'approved')`;
      if ((await voidDocuments(context, '检查人员或者时间变更', unissued)) > 0)
        await draftWhile(approved, context, noticeDraft);
    },
  }),
  draft_check_result: on(check, 'reviewed', {
    laterInBatches: (_facts, context) => draftWhile(reviewed, context, resultDraft),
  }),
};
