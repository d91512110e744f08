import type { AnyResource } from '#kernel/declaration/resource.ts';
import { recordNumberOf, titleOf, type WireRow } from '#web/resource/wire-row.ts';

/** The number of a record with another title, shown after it unless the title has it already. */
export function RecordNumber({ resource, row }: { resource: AnyResource; row: WireRow }) {
  const number = recordNumberOf(resource, row);
  return (
    number !== undefined &&
    !titleOf(resource, row).split(' · ').includes(number) && (
      <>
        {' '}
        <small className="xj-record-number">{number}</small>
      </>
    )
  );
}
