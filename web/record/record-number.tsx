import type { AnyResource } from '#kernel/declaration/resource.ts';
import { recordNumberOf, type WireRow } from '#web/resource/wire-row.ts';

/** The number of a record with another title, shown after it. */
export function RecordNumber({ resource, row }: { resource: AnyResource; row: WireRow }) {
  const number = recordNumberOf(resource, row);
  return (
    number !== undefined && (
      <>
        {' '}
        <small className="xj-record-number">{number}</small>
      </>
    )
  );
}
