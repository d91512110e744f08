import { get } from '#web/http/client.ts';
import type { Area } from '#web/resource/wire-row.ts';
import { enterprise } from '../contract/enterprise.ts';

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
export const correctionsQuery = (id: number, version: number | undefined, area: Area) => ({
  queryKey: ['resource', enterprise.name, 'corrections', area, id, version],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (
      await get<{ list: CorrectionEntry[] }>(
        area === 'api' ? '/api/enterprise/corrections' : '/admin/enterprise.enterprise/corrections',
        { id },
        { quiet: true, area, signal, duplicate: 'allow' },
      )
    ).list,
});
