import { useQuery } from '@tanstack/react-query';
import { childRowsIn } from '#web/resource/child-rows.ts';
import { readRow } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { cause } from '../../contract/cause/cause.ts';
import type { Penalty } from '../../contract/cause/penalty.ts';

/** A cause with its fines, in order. Undefined: none is chosen, or it may not be read. */
export interface CauseWithFines {
  readonly row: WireRow;
  readonly fines: readonly Penalty[];
}

/** Reads the cause of a discretion standard with its fines. */
export function useFinesOfCause(id: unknown): CauseWithFines | undefined {
  const resource = findResource(cause.name);
  const key = Number(id ?? 0);
  const { data } = useQuery({
    queryKey: ['resource', cause.name, 'row', key],
    queryFn: ({ signal }) => readRow(resource ?? cause, key, { signal }),
    enabled: resource !== undefined && key > 0,
  });
  return data && { row: data, fines: childRowsIn(data.penalties) as unknown as readonly Penalty[] };
}
