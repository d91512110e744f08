import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { AnyResource } from '#kernel/resource.ts';
import { WireError } from '#web/http/client.ts';
import { queryClientOf } from '#web/http/query.ts';
import { isLive, subscribe, watchLine } from '#web/http/stream.ts';
import { readRow } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/area.ts';

/** Ms between two looks at a row while nobody tells what happens to it. */
const lookAgain = 15_000;

/**
 * One row, kept up to date while it is looked at; null when it is gone or not the caller's to see. What is known of it
 * already stands in until the whole one arrives. Without a key there is none.
 */
export function useRow(resource: AnyResource, id: number | undefined, known?: WireRow) {
  const area = currentArea();
  const live = useSyncExternalStore(
    useCallback((onChange) => watchLine(area, onChange), [area]),
    () => isLive(area),
  );
  const queryKey = ['resource', resource.name, 'row', id];
  const row = useQuery({
    queryKey,
    queryFn: ({ signal }): Promise<WireRow | null> =>
      readRow(resource, id ?? 0, { signal }).catch((error: unknown) => {
        if (error instanceof WireError && error.reason === 'not_found') return null;
        throw error;
      }),
    enabled: id !== undefined,
    refetchInterval: live ? false : lookAgain,
    ...(known ? { placeholderData: known } : {}),
  });
  useEffect(
    () =>
      subscribe([resource.name], (event) => {
        if (event.row_id !== id) return;
        queryClientOf()
          .invalidateQueries({ predicate: ({ queryKey: key }) => key[1] === resource.name && key.at(-1) === id })
          .catch(() => undefined);
      }),
    [resource.name, id],
  );
  return row;
}
