import type { CustomBatchAction } from '#kernel/declaration/custom-batch-action.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/** An action, with the selected rows it applies to. */
export interface CustomBatchActionWithSelectedRows {
  readonly name: string;
  readonly act: CustomBatchAction;
  readonly rows: readonly WireRow[];
}
