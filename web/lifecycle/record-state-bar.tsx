import { useEffect, useRef } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { fieldOf } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { DueCountdown } from '#web/cell/countdown-to-deadline.tsx';
import { dueUnitOf } from '#web/cell/format/format-time-left-until-deadline.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { reviewRemarksByField } from '#web/form/state/review-remarks-by-field.ts';
import { translate } from '#web/i18n/locale.ts';
import { ApprovalProgressOfPendingMove } from '#web/lifecycle/move/approval-progress-of-pending-move.tsx';
import { MoveButton } from '#web/lifecycle/move/move-button.tsx';
import {
  lifecycleOf,
  offeredMoveKey,
  offeredMoveShortcut,
  offeredMoves,
  stateOf,
  unavailableMoves,
} from '#web/lifecycle/move/moves-offered-to-user.ts';
import { UnavailableMoveButton, unavailableMoveReasonId } from '#web/lifecycle/move/unavailable-move-button.tsx';
import type { MoveRunner } from '#web/lifecycle/move/use-run-move-at-once-with-undo-or-by-dialog.tsx';
import { ReasonOfLastLifecycleMove } from '#web/lifecycle/reason-of-last-lifecycle-move.tsx';
import { isRefusalState, whoActsNextText } from '#web/lifecycle/text-of-who-acts-next-on-record.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { DeadlinesOfRecord } from './deadlines-of-record.tsx';

import './move/lifecycle.css';

const texts = {
  status: text('当前状态', 'Current status'),
  marks: text('需更正的内容', 'Items to correct'),
  mark: text('{label}：{remark}', '{label}: {remark}'),
  closed: text('还缺什么', 'Missing items'),
  missing: text('办理“{move}”之前：{reason}', 'Before “{move}”: {reason}'),
  see: text('查看{label}', 'View {label}'),
};

interface RecordStateBarProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
  readonly moves: MoveRunner;
  /** Goes to a field of the record, or to the rows it is computed from. */
  onField?(name: string): void;
}

/**
 * Keeps the focus at the state bar when the focused button disappears with the state that offered it: at once, or
 * with the dialog of the move, which closes after the row was refreshed.
 */
function useRestoredFocus({ id, version }: WireRow, moves: MoveRunner) {
  const bar = useRef<HTMLElement>(null);
  const stood = useRef({ id, version, owed: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another `moves` is a dialog that was opened or closed
  useEffect(() => {
    const { current } = stood;
    const owed = current.id === id && (current.owed || current.version !== version);
    const isLost = document.activeElement === document.body;
    if (owed && isLost) bar.current?.focus({ preventScroll: true });
    stood.current = { id, version, owed: owed && !isLost };
  }, [id, version, moves]);
  return bar;
}

/** The state of a record, its time left, what happens next and by whom, and the moves this caller may make. */
export function RecordStateBar({ resource, row, moves, onField }: RecordStateBarProps) {
  const life = lifecycleOf(resource);
  const state = stateOf(resource, row);
  const bar = useRestoredFocus(row, moves);
  if (!life || !state) return null;
  const offered = offeredMoves(resource, row);
  const closed = unavailableMoves(resource, row);
  const marks = Object.entries(reviewRemarksByField(row));
  const next = offered.length === 0 ? whoActsNextText(resource, row) : '';
  return (
    <section ref={bar} className="xj-state-bar" tabIndex={-1} aria-label={translate(texts.status)}>
      <div className="xj-state-bar-now">
        <OptionTag option={state} />
        {typeof row.due_at === 'number' && !state.final && !isDeadlineListed(row) && (
          <DueCountdown due={row.due_at} unit={dueUnitOf(row.due_unit)} />
        )}
      </div>
      <div className="xj-state-bar-moves">
        {offered.map((one, at) => (
          <MoveButton key={offeredMoveKey(one)} offered={one} rows={[row]} moves={moves} {...offeredMoveShortcut(at)} />
        ))}
        {closed.map((one) => (
          <UnavailableMoveButton key={offeredMoveKey(one.offered)} closed={one} />
        ))}
      </div>
      {next && <p className="xj-state-bar-next">{next}</p>}
      {isRefusalState(state) && (
        <ReasonOfLastLifecycleMove key={`${row.id} ${row.version}`} resource={resource} id={row.id} />
      )}
      {closed.length > 0 && (
        <ul className="xj-state-bar-closed" aria-label={translate(texts.closed)}>
          {closed.map(({ offered: one, reason, fields }) => (
            <li key={offeredMoveKey(one)}>
              <span id={unavailableMoveReasonId(one)}>
                {translate(texts.missing, { move: translate(one.label), reason: translate(reason) })}
              </span>
              {onField &&
                fields.map((name) => (
                  <button key={name} type="button" className="xj-state-bar-way" onClick={() => onField(name)}>
                    {translate(texts.see, { label: labelOf(resource, name) })}
                  </button>
                ))}
            </li>
          ))}
        </ul>
      )}
      {row._clocks && <DeadlinesOfRecord resource={resource} clocks={row._clocks} />}
      {row._approval && <ApprovalProgressOfPendingMove resource={resource} approval={row._approval} />}
      {marks.length > 0 && (
        <div className="xj-state-bar-marks">
          <strong>{translate(texts.marks)}</strong>
          <ul>
            {marks.map(([name, remark]) => (
              <li key={name}>{translate(texts.mark, { label: labelOf(resource, name), remark })}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** Whether the deadline that is next is in the list of deadlines, where it also has its name. */
const isDeadlineListed = ({ due_at, _clocks = [] }: WireRow): boolean =>
  _clocks.some(({ status, due_at: due }) => (status === 'running' || status === 'overdue') && due === due_at);

const labelOf = (resource: AnyResource, name: string) => {
  const field = fieldOf(resource, name);
  return field ? translate(field.label) : name;
};
