import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { get, post } from '#web/http/client.ts';
import { queryClientOf } from '#web/http/react-query-client-by-sign-in-area.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import { type Preferences, takeDataBroughtWithBootAnswer } from '#web/session/session.ts';

/** All preferences of a person: from the boot answer of the page, else by a call; cached while the page is open. */
export const userPreferencesQuery = queryOptions({
  queryKey: ['preference'],
  queryFn: ({ signal }) =>
    get<{ values: Preferences }>(
      `/${areaPaths().app}/preference/index`,
      {},
      { quiet: true, duplicate: 'allow', signal },
    ),
  initialData: () => {
    const values = takeDataBroughtWithBootAnswer('preferences');
    return values && { values };
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: 1,
});

/** Saves in progress, by key: two at once could arrive in the wrong order. */
const saving = new Map<string, Promise<unknown>>();

function storePreference(key: string, value: unknown): void {
  takeDataBroughtWithBootAnswer('preferences'); // the boot answer is older
  const before = saving.get(key) ?? Promise.resolve();
  // A choice stays in effect on this page even where saving it failed.
  const saved = before.then(() =>
    post(`/${areaPaths().app}/preference/save`, { key, value }, { duplicate: 'allow' }).catch(() => undefined),
  );
  saving.set(key, saved);
}

/**
 * A preference of this person, stored on the server. A choice takes effect at once; it is saved afterwards, and the
 * HTTP client shows a failure.
 */
export function useUserPreference(key: string): { value: unknown; ready: boolean; save: (value: unknown) => void } {
  const { data, isPending } = useQuery(userPreferencesQuery);
  const save = useCallback(
    (value: unknown) => {
      queryClientOf().setQueryData(userPreferencesQuery.queryKey, (cached) => ({
        values: { ...cached?.values, [key]: value },
      }));
      storePreference(key, value);
    },
    [key],
  );
  return { value: data?.values[key], ready: !isPending, save };
}
