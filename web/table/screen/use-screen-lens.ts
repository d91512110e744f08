import { useMemo } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { ListQuery } from '#web/resource/list-query.ts';
import { lensesOf } from '#web/table/lens/lens-switch.tsx';
import { chosenOwnLens, isSeeking, ownLensesOf } from '#web/table/lens/own-lens.ts';
import type { ListAddress } from '#web/table/rows/use-list-address.ts';

export type ScreenLens = ReturnType<typeof useScreenLens>;

export const emptyQuery: ListQuery = { conditions: [], keyword: '' };

/** The lens of a list, from its address: one of a module, or one that follows from the fields. */
export function useScreenLens(resource: AnyResource, address: ListAddress) {
  const { query, setQuery, setParams } = address;
  const offered = useMemo(() => lensesOf(resource), [resource]);
  const brought = ownLensesOf(resource);
  const own = chosenOwnLens(resource, address.param('lens'), isSeeking(query));
  const requested = own?.name ?? offered.find((one) => one === address.param('lens')) ?? 'table';
  const lens = requested === 'table' && query.group !== undefined ? 'groups' : requested;
  const choose = (next: string) => {
    const usual = brought.find((one) => one.first)?.name ?? 'table';
    const params = { lens: next === usual ? undefined : next };
    if (brought.some((one) => one.name === next)) setQuery(emptyQuery, { params });
    else setParams(params);
  };
  return { own, brought, offered, requested, lens, listed: lens === 'table' || lens === 'cards', choose };
}
