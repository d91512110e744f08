import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { get, post } from '#web/http/client.ts';
import { queryClientOf } from '#web/http/query.ts';
import { sideOf } from '#web/session/area.ts';
import { type Preferences, takeBroughtWithBoot } from '#web/session/session.ts';

/** All of a person's preferences come with the answer a page starts with, else by a call, and are kept as long as the page. */
export const preferenceQuery = queryOptions({
  queryKey: ['preference'],
  queryFn: ({ signal }) =>
    get<{ values: Preferences }>(`/${sideOf().app}/preference/index`, {}, { quiet: true, duplicate: 'allow', signal }),
  initialData: () => {
    const values = takeBroughtWithBoot('preferences');
    return values && { values };
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: 1,
});

/** By key, the saving that is under way: two on the way at once could arrive in the other order. */
const saving = new Map<string, Promise<unknown>>();

function storePreference(key: string, value: unknown): void {
  takeBroughtWithBoot('preferences'); // what came with the first answer is older
  const before = saving.get(key) ?? Promise.resolve();
  // What was chosen stays chosen on this page even where it could not be kept.
  const saved = before.then(() =>
    post(`/${sideOf().app}/preference/save`, { key, value }, { duplicate: 'allow' }).catch(() => undefined),
  );
  saving.set(key, saved);
}

/**
 * Something this person keeps about how screens look, on every machine alike. A choice holds at once; keeping it is
 * asked of the server behind it, and a refusal is told by the client.
 */
export function usePreference(key: string): { value: unknown; ready: boolean; save: (value: unknown) => void } {
  const { data, isPending } = useQuery(preferenceQuery);
  const save = useCallback(
    (value: unknown) => {
      queryClientOf().setQueryData(preferenceQuery.queryKey, (cached) => ({
        values: { ...cached?.values, [key]: value },
      }));
      storePreference(key, value);
    },
    [key],
  );
  return { value: data?.values[key], ready: !isPending, save };
}
