import type { ReactNode } from 'react';
import { text } from '#kernel/text/text.ts';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import type { LockedField } from '#web/form/state/select-shown-and-locked-form-fields.ts';
import { translate } from '#web/i18n/locale.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import './form.css';

const texts = {
  mark: text('需更正：{remark}', 'To be corrected: {remark}'),
};

interface LockedFieldRowProps {
  readonly name: string;
  readonly locked: LockedField;
  readonly row: WireRow;
  readonly mark?: string | undefined;
  /** Content below. */
  readonly note?: ReactNode;
}

/** A field that is shown and cannot be written in this state: its value and the reason. */
export function LockedFieldRow({ name, locked: { field, why }, row, mark, note }: LockedFieldRowProps) {
  return (
    <div className="xj-form-field" data-locked>
      <span className="xj-form-field-label">{translate(field.label)}</span>
      {mark && <p className="xj-form-field-mark">{translate(texts.mark, { remark: mark })}</p>}
      <div className="xj-form-field-value">
        <CellValue name={name} field={field} row={row} roomy />
      </div>
      <p className="xj-form-field-hint">{translate(why)}</p>
      {note}
    </div>
  );
}
