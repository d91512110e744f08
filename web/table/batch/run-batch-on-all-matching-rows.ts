import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type ListQuery, toWireParams, type WireParams } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { confirm } from '#web/feedback/confirmation-dialog.ts';
import { toast } from '#web/feedback/toast.ts';
import { isCancelled, WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { typedDeleteConfirmationThreshold } from '#web/record/action/typed-delete-confirmation-threshold.ts';
import { previewBatch, runBatch } from '#web/resource/batch-preview-and-run-calls.ts';
import { reportBatchResult } from '#web/resource/report-batch-result.ts';

const texts = {
  question: text('{work}：符合条件的全部 {n} 条？', '{work}: all {n} matching {n|record|records}?'),
  many: text('{work}：已选 {n} 条？', '{work}: {n} selected?'),
  byEach: text(
    '逐条办理；不能办理的保持原样，并告知原因。',
    'Processed one by one; those that cannot be processed stay unchanged and the reason is given.',
  ),
};

/** The conditions of a list, without page and order. */
export function conditionsOfListQuery(resource: AnyResource, query: ListQuery): WireParams {
  const { page: _page, limit: _limit, order: _order, ...params } = toWireParams(query, resource);
  return params;
}

interface OperationOnAllMatching {
  readonly resource: AnyResource;
  /** The conditions of the list. The operation applies to every row that matches. */
  readonly condition: WireParams;
  /** Name of the operation as the wire has it, and its label. */
  readonly operation: string;
  readonly work: string;
  readonly danger: boolean;
  /** Whether many rows are confirmed by typing the name of the resource. */
  readonly typed: boolean;
}

/**
 * Runs an operation on all rows that match, after counting them again and asking for confirmation of the number. With
 * `run`, that function runs instead of the operation.
 */
export async function runBatchOnAllMatchingRows(
  whole: OperationOnAllMatching,
  onDone: () => void,
  run?: (n: number) => void,
): Promise<void> {
  const { resource, condition, operation, work, danger, typed } = whole;
  try {
    const { n } = await previewBatch(resource, { operation }, { all: condition });
    const agreed = await confirm({
      title: translate(texts.question, { work, n: n.toLocaleString('en-US') }),
      text: translate(texts.byEach),
      okText: work,
      ...(danger ? { tone: 'danger' as const } : {}),
      ...(typed && n >= typedDeleteConfirmationThreshold ? { typed: translate(resource.label) } : {}),
    });
    if (!agreed) return;
    if (run) return run(n);
    const answer = await runBatch(resource, { operation }, { all: { ...condition, n } });
    onDone();
    await reportBatchResult(resource, work, answer);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    if (!isCancelled(error)) toast.error(error.message);
  }
}

/** Confirms an irreversible operation on many selected rows by typing the name of the resource. */
export const confirmIrreversibleBatch = (resource: AnyResource, work: string, n: number): Promise<boolean> =>
  confirm({
    title: translate(texts.many, { work, n }),
    text: translate(texts.byEach),
    tone: 'danger',
    okText: work,
    typed: translate(resource.label),
  });
