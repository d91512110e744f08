import type { AnyResource } from '#kernel/resource.ts';
import { fromBytes } from '#server/byte-string.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine.ts';
import { readPage } from '#server/read/list.ts';
import type { Refused } from '#server/refusal.ts';

/** A row with which something was not done, by its name, and why. */
export interface RefusedRow {
  readonly id: number;
  readonly title: string;
  readonly msg: string;
  readonly reason?: string;
}

/** Rows named by what they are called; further ones by their number. */
const mostNamed = 200;

/** The rows that were refused, each by its name as the caller sees it, in one statement. */
export async function nameRefused(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  rows: readonly { readonly id: number }[],
  refusals: readonly (Refused | undefined)[],
): Promise<RefusedRow[]> {
  const refused = rows.flatMap(({ id }, place) => {
    const error = refusals[place];
    return error ? [{ id, error }] : [];
  });
  if (refused.length === 0) return [];
  const titles = await titlesOf(
    engine,
    resource,
    caller,
    refused.slice(0, mostNamed).map(({ id }) => id),
  );
  return refused.map(({ id, error }) => {
    const reason = (error.data as { reason?: string } | null)?.reason;
    return { id, title: titles.get(id) ?? `#${id}`, msg: error.say(caller.locale), ...(reason ? { reason } : {}) };
  });
}

async function titlesOf(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { list } = await readPage(
    engine,
    resource,
    caller,
    {
      ...{ page: 1, limit: ids.length, quickSearch: '', conditions: [], uncounted: true },
      order: { field: 'id', direction: 'asc' },
      initial: { field: 'id', values: ids.map(String) },
    },
    'option',
  );
  return new Map(
    (JSON.parse(fromBytes(list)) as Record<string, unknown>[]).map((row) => [
      Number(row.id),
      String(row[resource.title] ?? ''),
    ]),
  );
}
