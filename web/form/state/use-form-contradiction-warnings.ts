import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type FormContradictionWarnings,
  formContradictionWarningsOf,
} from '#web/form/state/form-contradiction-warnings-registry.ts';
import { get } from '#web/http/client.ts';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import type { FormValues } from './initial-changed-and-sent-form-values.ts';

interface Warned {
  readonly list: readonly { readonly field: string; readonly message: string }[];
}

/** Ms after the last change until the call is made. */
const pause = 300;

function useLoaded(resource: string): FormContradictionWarnings | undefined {
  const [loaded, setLoaded] = useState<FormContradictionWarnings>();
  useEffect(() => {
    // a form works without them
    formContradictionWarningsOf(resource)?.().then(
      ({ default: warnings }) => setLoaded(warnings),
      () => undefined,
    );
  }, [resource]);
  return loaded;
}

/** What contradicts itself in a form, by field. */
export function useFormContradictionWarnings(resource: string, values: FormValues): Readonly<Record<string, string[]>> {
  const warnings = useLoaded(resource);
  const query = warnings?.query(values);
  const key = query ? JSON.stringify(query) : '';
  const { app } = areaPaths();
  const { data } = useQuery({
    queryKey: ['form-warnings', app, resource, key],
    queryFn: async ({ signal }) => {
      // a further change ends the query within this time
      await new Promise((resolve) => setTimeout(resolve, pause));
      signal.throwIfAborted();
      return get<Warned>(`/${app}/${warnings?.call ?? ''}`, JSON.parse(key), { quiet: true, signal });
    },
    enabled: warnings !== undefined && key !== '',
    placeholderData: previousDataAsPlaceholder('form-warnings', app, resource),
    retry: false,
  });
  const found: Record<string, string[]> = {};
  if (query) for (const { field, message } of data?.list ?? []) found[field] = [...(found[field] ?? []), message];
  return found;
}
