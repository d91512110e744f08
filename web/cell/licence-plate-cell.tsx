import type { ReactNode } from 'react';
import { type PlateColor, parsePlate, plateColorsOf } from '#kernel/check/vehicle-plate.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

import './style/plate-cell.css';

interface LicencePlateCellProps {
  readonly field: AnyField;
  readonly row: WireRow;
  readonly value: unknown;
  readonly roomy: boolean;
}

/**
 * A number plate in the colour the row names, else in the usual one for its format. The dot behind the authority is
 * drawn by CSS, so that the copied text is the plate.
 */
export function LicencePlateCell({ field, row, value, roomy }: LicencePlateCellProps): ReactNode {
  const plate = parsePlate(String(value));
  // a masked number has no format
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
