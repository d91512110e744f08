import type { BatchAction } from '#kernel/declaration/batch-action.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/** An action, with the selected rows it applies to. */
export interface BatchActionWithRows {
  readonly name: string;
  readonly act: BatchAction;
  readonly rows: readonly WireRow[];
}
