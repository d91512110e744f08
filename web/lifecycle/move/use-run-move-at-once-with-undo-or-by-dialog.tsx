import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { WireError } from '#web/http/client.ts';
import { queueWrite } from '#web/http/offline/queue-send-and-discard-offline-writes.ts';
import { translate } from '#web/i18n/locale.ts';
import { performMove, type RowValues, refreshResource, undoChange } from '#web/resource/resource-calls.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { needsMoveDialog, type OfferedMove, stateOf } from './moves-offered-to-user.ts';

const MoveDialog = lazy(() => import('#web/lifecycle/move/move-dialog.tsx'));

const texts = {
  queued: text('{move}：{title}', '{move}: {title}'),
  done: text('{title}：{state}', '{title}: {state}'),
  stepDone: text('{title}：{move}已记录', '{title}: {move} recorded'),
  undone: text('已撤销', 'Undone'),
};

export interface MoveRunner {
  /** Starts a move on rows: at once where it can be undone, else by a dialog, in which `values` are filled in. */
  start(offered: OfferedMove, rows: readonly WireRow[], values?: RowValues): void;
  /** The open dialog, to be rendered by the caller. */
  readonly dialog: ReactNode;
}

/** The move whose dialog is open. */
interface OpenedMove {
  readonly offered: OfferedMove;
  readonly rows: readonly WireRow[];
  readonly values?: RowValues | undefined;
  readonly refused?: WireError;
}

interface MoveRunnerOptions {
  /** Called when a move was made, before the shown data is refreshed. */
  onMoved?(): void;
  /** Called after a move was made, and after it was refused because the row had changed. */
  onChanged?(): void;
}

/** Makes a move on one row, reports the result, and offers undo where that is possible. */
async function moveOne(
  resource: AnyResource,
  offered: OfferedMove,
  row: WireRow,
  input: RowValues,
  onChanged: () => void,
): Promise<void> {
  const { row: moved, undo } = await performMove(resource, offered.name, row, input, offered.step);
  const state = stateOf(resource, moved);
  const title = titleOf(resource, { ...row, ...moved });
  // The first of several approvers changes nothing yet.
  const message =
    state && moved.status !== row.status
      ? translate(texts.done, { title, state: translate(state) })
      : translate(texts.stepDone, { title, move: translate(offered.label) });
  if (!undo) {
    toast.success(message);
    return;
  }
  toast.undo(message, () => {
    undoChange(resource, undo.history_id)
      .then(() => toast.success(translate(texts.undone)))
      .catch(() => undefined)
      .finally(onChanged);
  });
}

/**
 * Makes a move on many rows, each by itself. Refused rows are listed in a dialog after the one of the move has
 * closed.
 */
async function moveMany(
  resource: AnyResource,
  offered: OfferedMove,
  rows: readonly WireRow[],
  input: RowValues,
): Promise<void> {
  const [{ runBatch }, { reportBatchResult: reportBatch }] = await Promise.all([
    import('#web/resource/batch-preview-and-run-calls.ts'),
    import('#web/resource/report-batch-result.ts'),
  ]);
  const order = {
    operation: offered.name,
    values: input,
    ...(offered.step === undefined ? {} : { step: offered.step }),
  };
  const answer = await runBatch(resource, order, { rows: rows.map(({ id, version }) => [id, version]) });
  void reportBatch(resource, translate(offered.label), answer);
}

/** Whether the shown data is outdated: the row has changed, or is gone. */
const isOutdated = (error: unknown): boolean =>
  error instanceof WireError && ['bad_transition', 'stale_version', 'not_found'].includes(error.reason ?? '');

/** Runs moves of a resource: dialog, undo, refusals, refresh. */
export function useRunMoveAtOnceOrByDialog(
  resource: AnyResource,
  { onMoved, onChanged }: MoveRunnerOptions = {},
): MoveRunner {
  const [opened, setOpened] = useState<OpenedMove>();

  const refresh = useCallback(async () => {
    await refreshResource(resource.name);
    onChanged?.();
  }, [resource.name, onChanged]);

  const run = useCallback(
    async (offered: OfferedMove, rows: readonly WireRow[], input: RowValues) => {
      const [first] = rows;
      if (!first) return;
      try {
        if (rows.length === 1) await moveOne(resource, offered, first, input, () => void refresh());
        else await moveMany(resource, offered, rows, input);
      } catch (error) {
        const title = translate(texts.queued, { move: translate(offered.label), title: titleOf(resource, first) });
        if (rows.length === 1 && (await queueWrite(error, { title, resource: resource.name }))) return;
        if (isOutdated(error)) await refresh();
        throw error;
      }
      onMoved?.();
      await refresh();
    },
    [resource, refresh, onMoved],
  );

  const start = useCallback(
    (offered: OfferedMove, rows: readonly WireRow[], values?: RowValues) => {
      if (needsMoveDialog(offered)) {
        setOpened({ offered, rows, values });
        return;
      }
      run(offered, rows, {}).catch((error: unknown) => {
        if (!(error instanceof WireError)) throw error;
        // errors of the record are listed in the dialog, with links
        if (error.errors && rows.length === 1) setOpened({ offered, rows, refused: error });
        else if (!error.cancelled) toast.error(error.message);
      });
    },
    [run],
  );

  return useMemo(() => {
    const dialog = opened && (
      <Suspense fallback={null}>
        <MoveDialog
          resource={resource}
          offered={opened.offered}
          rows={opened.rows}
          values={opened.values}
          refused={opened.refused}
          onClose={() => setOpened(undefined)}
          onMeanwhile={(row) => setOpened({ ...opened, rows: [row] })}
          onMove={async (input) => {
            await run(opened.offered, opened.rows, input);
            setOpened(undefined);
          }}
        />
      </Suspense>
    );
    return { start, dialog };
  }, [resource, opened, start, run]);
}
