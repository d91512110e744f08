import { useDraggable } from '@dnd-kit/core';
import type { AnyField } from '#kernel/declaration/field.ts';
import { translate } from '#web/i18n/locale.ts';
import { textFromFieldValue } from '#web/input/control/convert-field-value-and-text.ts';
import { childRowKey } from '#web/input/rows/add-copy-and-reorder-child-rows.ts';
import { type ChildRow, childResourceOf } from '#web/resource/child-rows-in-form.ts';
import { builderTexts } from './plan/builder-texts.ts';
import { arrivalMinuteOfStop, endMinuteOfStop, type StopPlace, stayMinutesOfStop } from './plan/edit-tour-plan.ts';
import { formatMinutes } from './plan/format-duration.ts';
import { formatClockTime } from './plan/parse-and-format-clock-time.ts';
import { isOptionalPaidStop } from './plan/plan-totals-and-warnings.ts';
import { StopTypeIcon } from './stop-type-icon.tsx';

import './stop-card.css';

export interface StopCardProps {
  readonly stop: ChildRow;
  readonly place: StopPlace;
  /** The list field of the stop. */
  readonly list: AnyField;
  readonly chosen: boolean;
  readonly focusable: boolean;
  readonly disabled: boolean;
  /** Errors of the form or the server. */
  readonly wrong: readonly string[];
  readonly warnings: readonly string[];
  onOpen(): void;
}

/** Card of a stop: time, name, errors and warnings. It can be dragged; click or Enter opens it. */
export function StopCard({ stop, place, list, chosen, focusable, disabled, wrong, warnings, onOpen }: StopCardProps) {
  const id = childRowKey(stop);
  const drag = useDraggable({ id, data: { place }, disabled });
  return (
    <button
      ref={drag.setNodeRef}
      {...drag.listeners}
      type="button"
      className="xj-plan-card"
      data-place={`${place.day}:${place.at}`}
      data-chosen={chosen || undefined}
      data-dragged={drag.isDragging || undefined}
      data-wrong={wrong.length > 0 || undefined}
      data-warned={warnings.length > 0 || undefined}
      aria-current={chosen || undefined}
      tabIndex={focusable ? 0 : -1}
      onClick={onOpen}
    >
      <StopCardContent {...{ stop, list, wrong, warnings }} />
    </button>
  );
}

/** Content of a card, also of the one being dragged. */
export function StopCardContent({
  stop,
  list,
  wrong = [],
  warnings = [],
}: Pick<StopCardProps, 'stop' | 'list'> & Partial<Pick<StopCardProps, 'wrong' | 'warnings'>>) {
  const arrival = arrivalMinuteOfStop(stop);
  const end = endMinuteOfStop(stop);
  const type = childResourceOf(list).fields.poi_type;
  const fee = Number(stop.fee) > 0 ? String(stop.fee) : undefined;
  const extra = isOptionalPaidStop(stop);
  const name = typeof stop.name === 'string' && stop.name !== '' ? stop.name : undefined;
  return (
    <>
      <span className="xj-plan-time">
        <b>{arrival === undefined ? translate(builderTexts.noTime) : formatClockTime(arrival)}</b>
        {end !== undefined && stayMinutesOfStop(stop) > 0 && <span>–{formatClockTime(end)}</span>}
      </span>
      <StopTypeIcon type={String(stop.poi_type ?? '')} />
      <span className="xj-plan-face">
        <span className="xj-plan-name" data-empty={name === undefined || undefined}>
          {name ?? translate(builderTexts.unnamed)}
        </span>
        <span className="xj-plan-what">
          <span data-type={String(stop.poi_type ?? '')}>{type ? textFromFieldValue(type, stop.poi_type) : ''}</span>
          <span>{formatMinutes(stayMinutesOfStop(stop))}</span>
          {extra && (
            <span data-paid>{fee ? translate(builderTexts.paidFee, { fee }) : translate(builderTexts.paid)}</span>
          )}
        </span>
        {wrong.map((message) => (
          <span key={message} className="xj-plan-wrong">
            {message}
          </span>
        ))}
        {warnings.map((message) => (
          <span key={message} className="xj-plan-warning">
            {message}
          </span>
        ))}
      </span>
    </>
  );
}
