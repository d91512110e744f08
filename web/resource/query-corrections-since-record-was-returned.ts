import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Correction } from '#kernel/lifecycle/fields-marked-on-return-for-correction.ts';
import { get } from '#web/http/client.ts';
import { pathOf } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

/** Query for the corrections of the marks of the latest return; a new version of the row requests them again. */
export const correctionsSinceRecordReturnedQuery = (
  resource: AnyResource,
  row: Pick<WireRow, 'id' | 'version'> | undefined,
) => ({
  queryKey: ['resource', resource.name, 'corrections', row?.id, row?.version],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (
      await get<{ list: Correction[] }>(
        pathOf(resource, 'corrections'),
        { id: row?.id },
        { quiet: true, signal, duplicate: 'allow' },
      )
    ).list,
});
