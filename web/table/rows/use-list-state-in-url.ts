import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type ListQuery, readListQuery, writeListQuery } from '#kernel/list/list-query-in-url.ts';
import { useRowThatMemberActsFor } from '#web/resource/current-enterprise-or-row-that-member-acts-for.ts';

export interface ListAddress {
  readonly query: ListQuery;
  /** Sets the query; `params` are other parameters that change with it. */
  setQuery(query: ListQuery, options?: { replace?: boolean; params?: Params }): void;
  /** Other parameters: the open record, its tab, the form, the lens. */
  param(name: string): string | null;
  setParams(params: Params, options?: { replace?: boolean }): void;
}

type Params = Readonly<Record<string, string | undefined>>;

function withParams(current: URLSearchParams, params: Params): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

const asId = (word: string | null): number | undefined =>
  word && /^\d{1,15}$/.test(word) && word !== '0' ? Number(word) : undefined;

/** The id of a row in a parameter. */
export const readId = (address: ListAddress, name: string): number | undefined => asId(address.param(name));

/** The state of a list screen, which is its address: a link shows the same again, Back goes back. */
export function useListStateInUrl(resource: AnyResource): ListAddress {
  const [address, setAddress] = useSearchParams();
  const holder = useRowThatMemberActsFor(resource)?.id;
  // stays the same object while the query is equal, whatever else changes in the address: opening a record does not
  // make another list
  const written = writeListQuery(readListQuery(address, resource)).toString();
  const query = useMemo(
    () => ({ ...readListQuery(new URLSearchParams(written), resource), ...(holder === undefined ? {} : { holder }) }),
    [written, resource, holder],
  );
  const setQuery = useCallback(
    (next: ListQuery, { params = {}, ...options }: { replace?: boolean; params?: Params } = {}) =>
      setAddress((current) => withParams(writeListQuery(next, current), params), options),
    [setAddress],
  );
  const param = useCallback((name: string) => address.get(name), [address]);
  const setParams = useCallback(
    (params: Params, options?: { replace?: boolean }) => setAddress((current) => withParams(current, params), options),
    [setAddress],
  );
  return useMemo(() => ({ query, setQuery, param, setParams }), [query, setQuery, param, setParams]);
}
