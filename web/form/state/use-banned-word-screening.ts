import { useQuery } from '@tanstack/react-query';
import { fieldsWithBannedWordScreening } from '#kernel/screening/fields-with-banned-word-screening.ts';
import { post } from '#web/http/client.ts';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { pathOf } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import type { FormValues } from './initial-changed-and-sent-form-values.ts';

interface Screened {
  readonly list: readonly { readonly field: string; readonly message: string }[];
}

/** Ms after the last key until the call is made. */
const pause = 500;

/** Banned words in the texts of a form while it is filled in, by field (`screened`). */
export function useBannedWordScreening(of: string, values: FormValues): Readonly<Record<string, string[]>> {
  const resource = findResource(of);
  const names = fieldsWithBannedWordScreening(resource?.fields ?? {});
  const texts = Object.fromEntries(
    names.flatMap((name) => (typeof values[name] === 'string' && values[name] !== '' ? [[name, values[name]]] : [])),
  );
  const key = JSON.stringify(texts);
  const { data } = useQuery({
    queryKey: ['text-screening', of, key],
    queryFn: async ({ signal }) => {
      // a further key ends the query within this time
      await new Promise((resolve) => setTimeout(resolve, pause));
      signal.throwIfAborted();
      return resource && post<Screened>(pathOf(resource, 'screen'), JSON.parse(key), { quiet: true, signal });
    },
    enabled: key !== '{}',
    placeholderData: previousDataAsPlaceholder('text-screening', of),
    retry: false,
  });
  const found: Record<string, string[]> = {};
  for (const { field, message } of data?.list ?? [])
    if (Object.hasOwn(texts, field)) found[field] = [...(found[field] ?? []), message];
  return found;
}
