import { useEffect, useRef } from 'react';
import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { translate } from '#web/i18n/locale.ts';
import type { Triage } from '#web/record/record-sheet.tsx';
import type { WireRow } from '#web/resource/wire-row.ts';
import { usePreference } from '#web/table/preference.ts';

const texts = { done: text('列表中的记录已全部办理', 'All records in the list have been processed') };

export interface TriageOptions {
  /** The rows of the list in their order, */
  readonly rows: readonly WireRow[];
  /** the one whose record is open, */
  readonly openId: number | undefined;
  /** and how another is opened, or none. */
  onGo(id: number | undefined): void;
}

/**
 * Going through a queue: a move made on the open record opens the next one. The last of a page waits for the rows that
 * come after it, and goes on with the first that is left; when none is, the record closes.
 */
export function useTriage({ rows, openId, onGo }: TriageOptions): Triage {
  const preference = usePreference('triage');
  const on = preference.value === true;
  const moved = useRef<{ id: number; of: readonly WireRow[] }>(undefined);
  useEffect(() => {
    const last = moved.current;
    if (last === undefined || last.of === rows) return;
    moved.current = undefined;
    if (openId !== last.id) return;
    const next = rows.find((row) => row.id !== last.id);
    const stays = rows.some((row) => row.id === last.id);
    if (stays) return; // it is no queue: what was done is still there
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
