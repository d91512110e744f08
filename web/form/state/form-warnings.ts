import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from '#web/feedback/use-debounced.ts';
import type { FormValues } from '#web/form/state/form-values.ts';
import { get } from '#web/http/client.ts';
import { sideOf } from '#web/session/area.ts';

/**
 * A call that says what contradicts itself in a form while it is being filled in, before it is saved. Its answer:
 * `{ list: { field, message }[] }`.
 */
export interface FormWarnings {
  /** `controller/action`, of officers and members alike. */
  readonly call: string;
  /** Its query; undefined as long as too little is filled in. */
  readonly query: (values: FormValues) => Readonly<Record<string, string | number>> | undefined;
}

interface Warned {
  readonly list: readonly { readonly field: string; readonly message: string }[];
}

const provided = new Map<string, FormWarnings>();

/** Sets the warnings that modules bring, by resource. The composition root calls it once. */
export function provideFormWarnings(given: Readonly<Record<string, FormWarnings>>): void {
  provided.clear();
  for (const [name, warnings] of Object.entries(given)) provided.set(name.toLowerCase(), warnings);
}

/** Ms after the last change until the call is made. */
const pause = 300;

/** What contradicts itself in a form, by field. */
export function useFormWarnings(of: string | undefined, values: FormValues): Readonly<Record<string, string[]>> {
  const warnings = provided.get(of?.toLowerCase() ?? '');
  const query = warnings?.query(values);
  const key = useDebounced(query ? JSON.stringify(query) : '', pause);
  const { app } = sideOf();
  const { data } = useQuery({
    queryKey: ['form-warnings', app, of, key],
    queryFn: ({ signal }) => get<Warned>(`/${app}/${warnings?.call ?? ''}`, JSON.parse(key), { quiet: true, signal }),
    enabled: warnings !== undefined && key !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const found: Record<string, string[]> = {};
  if (query) for (const { field, message } of data?.list ?? []) found[field] = [...(found[field] ?? []), message];
  return found;
}
