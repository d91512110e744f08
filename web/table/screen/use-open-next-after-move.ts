import { useEffect, useRef } from 'react';
import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { useUserPreference } from '#web/http/user-preference-stored-on-server.ts';
import { translate } from '#web/i18n/locale.ts';
import type { OpenNextAfterMove } from '#web/record/record-side-sheet.tsx';
import type { WireRow } from '#web/resource/wire-row.ts';

const texts = { done: text('列表中的记录已全部办理', 'All records in the list have been processed') };

interface OpenNextAfterMoveOptions {
  /** The rows of the list in order. */
  readonly rows: readonly WireRow[];
  /** Id of the open record. */
  readonly openId: number | undefined;
  /** Opens another record, or none. */
  onGo(id: number | undefined): void;
}

/**
 * Opens the next record after a move on the open one, for users who switched that on (preference `triage`). The last
 * one of a page waits for the rows that follow, and continues with the first that is left; without any the record
 * closes.
 */
export function useOpenNextAfterMove({ rows, openId, onGo }: OpenNextAfterMoveOptions): OpenNextAfterMove {
  const preference = useUserPreference('triage');
  const on = preference.value === true;
  const moved = useRef<{ id: number; of: readonly WireRow[] }>(undefined);
  useEffect(() => {
    const last = moved.current;
    if (last === undefined || last.of === rows) return;
    moved.current = undefined;
    if (openId !== last.id) return;
    const next = rows.find((row) => row.id !== last.id);
    const stays = rows.some((row) => row.id === last.id);
    if (stays) return; // not a queue: the moved row is still in the list
    onGo(next?.id);
    if (!next) toast.success(translate(texts.done));
  }, [rows, openId, onGo]);
  return {
    on,
    onSwitch: preference.save,
    onMoved: () => {
      if (!on || openId === undefined) return;
      const at = rows.findIndex((row) => row.id === openId);
      const next = at < 0 ? undefined : rows[at + 1]?.id;
      if (next === undefined) moved.current = { id: openId, of: rows };
      else onGo(next);
    },
  };
}
