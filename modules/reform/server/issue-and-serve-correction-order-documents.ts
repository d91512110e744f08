import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { buildDraftDocumentWrite } from '#modules/document/contract/build-draft-document-write.ts';
import { document } from '#modules/document/contract/document.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { type Caller, onBehalfOf } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { ChangeContext, WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import { write } from '#server/write/write-pipeline.ts';
import {
  correctionNoticeDocument,
  serviceReceiptDocument,
  usualNoticeTexts,
} from '../contract/correction-documents.ts';
import { order } from '../contract/correction-order.ts';
import { noticeServiceWays, orderKinds, orderSources } from '../contract/correction-order-kinds-sources-and-limits.ts';
import type { Problem } from '../contract/problem-to-correct.ts';

type Change = ChangeContext<typeof order>;

/** What an order says when it is issued. */
export interface OrderIssue {
  readonly dueOn: string;
  readonly service: keyof typeof noticeServiceWays;
  /** Names and certificate numbers. */
  readonly officers: string;
  readonly problems: readonly Pick<Problem, 'problem' | 'law' | 'requirement'>[];
}

interface Party {
  readonly [column: string]: unknown;
  readonly name: string;
  readonly uscc: string | null;
  readonly address: string | null;
}

/** One line for each, numbered as the problems are. */
const numbered = (lines: readonly string[]): string =>
  lines.length === 1 ? (lines[0] ?? '') : lines.map((line, at) => `${at + 1}. ${line}`).join('\n');

/** The platform acting for an officer, whose department gives documents their code. */
const forOfficer = (caller: Caller): Caller => ({ ...onBehalfOf(caller), departments: caller.departments });

/** The order as the record that its documents are about. */
const placed = ({ id, area_code }: Change['before']) => ({ id, area_code: area_code ?? '' });

type Draft = ReturnType<typeof buildDraftDocumentWrite>;

/** Drafts, approves and issues a document in the transaction of the write. Returns its key and number. */
async function issueDocument(
  { engine, tx, caller }: Change,
  draft: Draft,
): Promise<{ readonly id: number; readonly number: string }> {
  const who = forOfficer(caller);
  const set = { ...draft.set, admin_id: caller.type === 'admin' ? caller.id : null };
  const { id } = await write(engine, document, who, { ...draft, set, unread: true, unseen: true }, tx);
  const move = { operation: 'move', id, input: {}, unseen: true } as const;
  await write(engine, document, who, { ...move, move: 'approve', unread: true }, tx);
  const { row } = await write(engine, document, who, { ...move, move: 'issue' }, tx);
  return { id, number: String(row.number) };
}

/**
 * Issues the notice of an order, and a receipt of service to be signed by hand unless it is served electronically; then
 * the enterprise is asked to sign for it once the order is stored. Returns the number of the notice.
 */
export async function issueNotice(context: Change, issue: OrderIssue): Promise<string> {
  const { tx, before, engine, caller, afterStore } = context;
  const party = await tx.row<Party>(
    sql`select name, uscc, address from ${sql.id(tableOf(enterprise))} where id = ${before.enterprise_id}`,
  );
  const name = party?.name ?? '';
  const { problems } = issue;
  const notice = await issueDocument(
    context,
    buildDraftDocumentWrite(correctionNoticeDocument, {
      about: order,
      row: placed(before),
      values: {
        party: name,
        uscc: party?.uscc ?? null,
        address: party?.address ?? null,
        source: [orderSources[before.source]['zh-cn'], before.source_no].filter(Boolean).join(' '),
        facts: numbered(problems.map(({ problem }) => problem)),
        basis: numbered(problems.map(({ law }) => law)),
        requirement: numbered(problems.map(({ requirement }) => requirement)),
        kind: orderKinds[before.kind]['zh-cn'],
        until: issue.dueOn,
        officers: issue.officers,
        ...usualNoticeTexts,
      },
    }),
  );
  if (issue.service === 'electronic') {
    const serve = { operation: 'move', move: 'deliver', id: notice.id, input: { consented: '1' } } as const;
    // once the order has a recipient
    afterStore(async () => {
      await write(engine, document, forOfficer(caller), { ...serve, unread: true, unseen: true }, tx);
    });
    return notice.number;
  }
  await issueDocument(
    context,
    buildDraftDocumentWrite(serviceReceiptDocument, {
      about: order,
      row: placed(before),
      values: {
        party: name,
        served: `${correctionNoticeDocument.label['zh-cn']} ${notice.number}`,
        place: party?.address ?? null,
        way: noticeServiceWays[issue.service]['zh-cn'],
        officers: issue.officers,
      },
    }),
  );
  return notice.number;
}

interface DocumentMove {
  readonly move: 'serve' | 'revoke';
  readonly input: Readonly<Record<string, unknown>>;
  readonly set?: Readonly<Record<string, unknown>>;
}

/** Moves the documents of an order that are in one of these states. */
async function moveDocuments(
  { engine, tx, caller }: Pick<WriteContext, 'engine' | 'tx' | 'caller'>,
  id: number,
  states: readonly string[],
  { move, input, set = {} }: DocumentMove,
): Promise<void> {
  const found = await tx.rows<{ id: number }>(sql`
    select id from document where about = ${`${order.name}:${id}`} and status = any(${states}::text[]) order by id`);
  for (const one of found)
    await write(
      engine,
      document,
      forOfficer(caller),
      { operation: 'move', move, id: one.id, input, set, unread: true, unseen: true },
      tx,
    );
}

/** Records that the documents of an order reached the enterprise. */
export const serveDocuments = (
  context: Pick<WriteContext, 'engine' | 'tx' | 'caller'>,
  id: number,
  { by, on = shanghaiToday() }: { readonly by: string; readonly on?: string },
): Promise<void> =>
  moveDocuments(context, id, ['issued', 'delivered'], {
    move: 'serve',
    input: { served_on: on },
    set: { received_by: by },
  });

/** Voids the documents of an order that was withdrawn. */
export const voidDocuments = (
  context: Pick<WriteContext, 'engine' | 'tx' | 'caller'>,
  id: number,
  reason: string,
): Promise<void> =>
  moveDocuments(context, id, ['issued', 'delivered', 'served'], { move: 'revoke', input: { void_reason: reason } });
