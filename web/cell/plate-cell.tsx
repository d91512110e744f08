import type { ReactNode } from 'react';
import { type PlateColor, parsePlate, plateColorsOf } from '#kernel/check/plate.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

import './style/plate-cell.css';

interface PlateCellProps {
  readonly field: AnyField;
  readonly row: WireRow;
  readonly value: unknown;
  readonly roomy: boolean;
}

/**
 * A plate as it is seen on the road: in its colour where the row says which, else in the one its shape is mostly issued
 * in. The dot behind the authority is drawn, so that what is copied is the plate.
 */
export function PlateCell({ field, row, value, roomy }: PlateCellProps): ReactNode {
  const plate = parsePlate(String(value));
  // what is masked is nobody's plate
  if (!plate || String(value).includes('*')) return <span className="xj-code">{String(value)}</span>;
  const colors: readonly string[] = plateColorsOf(plate.kind);
  const stored = String(row[String(field.options.color)] ?? '');
  const color = (colors.includes(stored) ? stored : colors[0]) as PlateColor;
  const [head, tail] = plate.authority
    ? [plate.authority, plate.serial]
    : [plate.plate.slice(0, 1), plate.plate.slice(1)];
  return (
    <span className="xj-plate" data-color={color} data-roomy={roomy || undefined}>
      <span className="xj-plate-authority">{head}</span>
      <span className="xj-plate-serial">{tail}</span>
    </span>
  );
}
