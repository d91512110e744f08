import { QueryClient } from '@tanstack/react-query';
import { currentArea, type SignInArea } from '#web/session/admin-or-member-area.ts';
import { type CallOptions, get, WireError } from './client.ts';
import { onOptionListsChanged } from './load-option-lists.ts';

/** The server is unreachable: worth another attempt. A refusal is an answer and is not retried. */
const isOutage = (error: unknown) =>
  error instanceof WireError && !error.cancelled && (error.status === 0 || error.status >= 502);

const makeClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Without a network, fail at once instead of pausing the query for ever.
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => isOutage(error) && failures < 2,
        staleTime: 15_000,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

const clients: Readonly<Record<SignInArea, QueryClient>> = { admin: makeClient(), member: makeClient() };

onOptionListsChanged(() => {
  queryClientOf()
    .invalidateQueries()
    .catch(() => undefined);
});

/** Officers and members have separate caches: the same row may look different to each. */
export const queryClientOf = (area: SignInArea = currentArea()): QueryClient => clients[area];

/**
 * A query function for `useQuery`: `queryFn: queryFnFor<ListPage<Row>>('/admin/…/index', params)`. React Query removes
 * duplicates and reports errors, so the client does neither.
 */
export const queryFnFor =
  <T>(path: string, params?: Record<string, unknown>, options: CallOptions = {}) =>
  ({ signal }: { signal: AbortSignal }): Promise<T> =>
    get<T>(path, params, { quiet: true, duplicate: 'allow', signal, ...options });
