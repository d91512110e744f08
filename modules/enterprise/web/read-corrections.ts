import { get } from '#web/http/client.ts';
import { enterprise } from '../contract/enterprise.ts';
import { ownCall } from './own-call.ts';

/** One mark of the latest return, and what became of it. */
export interface CorrectionEntry {
  readonly field: string;
  readonly remark: string;
  readonly changed: boolean;
  readonly before: unknown;
  readonly related: Readonly<Record<string, unknown>> | null;
  readonly explanation: string | null;
}

/** What became of the marks of a registration; asked again with every version of the row. */
export const correctionsQuery = (id: number, version: number | undefined) => ({
  queryKey: ['resource', enterprise.name, 'corrections', id, version],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (
      await get<{ list: CorrectionEntry[] }>(
        ownCall('corrections'),
        { id },
        { quiet: true, signal, duplicate: 'allow' },
      )
    ).list,
});
