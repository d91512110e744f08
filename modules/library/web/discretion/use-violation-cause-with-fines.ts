import { useQuery } from '@tanstack/react-query';
import { childRowsIn } from '#web/resource/child-rows-in-form.ts';
import { readRow } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import type { StatutoryFine } from '../../contract/cause/statutory-fine.ts';
import { violationCause } from '../../contract/cause/violation-cause.ts';

/** A cause with its fines, in order. Undefined: none is chosen, or it may not be read. */
export interface ViolationCauseWithFines {
  readonly row: WireRow;
  readonly fines: readonly StatutoryFine[];
}

/** Reads the cause of a discretion standard with its fines. */
export function useViolationCauseWithFines(id: unknown): ViolationCauseWithFines | undefined {
  const resource = findResource(violationCause.name);
  const key = Number(id ?? 0);
  const { data } = useQuery({
    queryKey: ['resource', violationCause.name, 'row', key],
    queryFn: ({ signal }) => readRow(resource ?? violationCause, key, { signal }),
    enabled: resource !== undefined && key > 0,
  });
  return data && { row: data, fines: childRowsIn(data.penalties) as unknown as readonly StatutoryFine[] };
}
