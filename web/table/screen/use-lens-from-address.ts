import { useMemo } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { emptyListQuery } from '#web/resource/change-filters-order-and-page-of-list-query.ts';
import { lensesOfResource } from '#web/table/lens/list-lens-switch.tsx';
import { chosenModuleLens, moduleLensesOf } from '#web/table/lens/module-lens-registry.ts';
import type { ListAddress } from '#web/table/rows/use-list-state-in-url.ts';

export type LensFromAddress = ReturnType<typeof useLensFromAddress>;

/** The lens of a list, from its address: one of a module, or one that follows from the fields. */
export function useLensFromAddress(resource: AnyResource, address: ListAddress) {
  const { query, setQuery, setParams } = address;
  const offered = useMemo(() => lensesOfResource(resource), [resource]);
  const brought = moduleLensesOf(resource);
  const own = chosenModuleLens(resource, address.param('lens'), query);
  const requested = own?.name ?? offered.find((one) => one === address.param('lens')) ?? 'table';
  const lens = requested === 'table' && query.group !== undefined ? 'groups' : requested;
  const choose = (next: string) => {
    const usual = brought.find((one) => one.first)?.name ?? 'table';
    // the table instead of a lens that answers the search has to be asked for
    const params = { lens: next === usual && !own?.answers ? undefined : next };
    if (brought.some((one) => one.name === next)) setQuery(emptyListQuery, { params });
    else setParams(params);
  };
  return { own, brought, offered, requested, lens, listed: lens === 'table' || lens === 'cards', choose };
}
