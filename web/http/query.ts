import { QueryClient } from '@tanstack/react-query';
import { type Area, currentArea } from '#web/session/area.ts';
import { type CallOptions, get, WireError } from './client.ts';
import { onOptionListsChanged } from './option-lists.ts';

/** The server cannot be reached: worth another try. A refusal is an answer and is not asked again. */
const isOutage = (error: unknown) =>
  error instanceof WireError && !error.cancelled && (error.status === 0 || error.status >= 502);

const makeClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // who has no network is told at once, and not shown for ever how it would look
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

const clients: Readonly<Record<Area, QueryClient>> = { admin: makeClient(), member: makeClient() };

onOptionListsChanged(() => {
  queryClientOf()
    .invalidateQueries()
    .catch(() => undefined);
});

/** What was read as an officer and as a member is kept apart: the same row may be told differently to either. */
export const queryClientOf = (area: Area = currentArea()): QueryClient => clients[area];

/**
 * A query function for `useQuery`: `queryFn: reading<ListPage<Row>>('/admin/…/index', params)`. The query itself removes
 * duplicates and shows what went wrong, so the client does neither.
 */
export const reading =
  <T>(path: string, params?: Record<string, unknown>, options: CallOptions = {}) =>
  ({ signal }: { signal: AbortSignal }): Promise<T> =>
    get<T>(path, params, { quiet: true, duplicate: 'allow', signal, ...options });
