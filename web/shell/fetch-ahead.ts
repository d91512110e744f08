import { queryClientOf } from '#web/http/query.ts';
import { currentHolder } from '#web/resource/holder.ts';
import { readListQuery } from '#web/resource/list-query.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { lensesOf } from '#web/table/lens-switch.tsx';
import { chosenOwnLens, isSeeking } from '#web/table/own-lens.ts';
import { preferenceQuery } from '#web/table/preference.ts';
import { listQuery } from '#web/table/use-list.ts';
import type { FetchAhead } from './loading-page.tsx';
import { loadedScreens } from './office-parts.ts';
import { resolvePlace } from './place.ts';

/**
 * A list that takes longer than this is drawn as a skeleton meanwhile, in ms. One that does not is drawn once, with its
 * rows and in the columns this person chose: on a slow desk drawing it a second time costs about half a second.
 */
const patience = 400;

/** Asks for the first rows of a list before anything of the area is drawn. */
export const fetchAhead: FetchAhead = async (path, base, menus) => {
  const address = new URL(path, window.location.origin);
  const place = resolvePlace(address.pathname, base, menus, {
    isResource: (name) => findResource(name) !== undefined,
    isScreen: (name) => Object.hasOwn(loadedScreens(base), name),
  });
  const resource = place.kind === 'resource' ? findResource(place.resource) : undefined;
  if (!resource) return;
  const { searchParams } = address;
  const sought = readListQuery(searchParams, resource);
  const named = searchParams.get('lens');
  const own = chosenOwnLens(resource, named, isSeeking(sought));
  const lens = own?.name ?? lensesOf(resource).find((one) => one === named) ?? 'table';
  // What fails here is asked again by the screen, which says so.
  const asked = [queryClientOf().prefetchQuery(preferenceQuery)];
  if (lens === 'table' || lens === 'cards') {
    const holder = currentHolder(resource)?.id;
    const query = { ...sought, ...(holder === undefined ? {} : { holder }) };
    asked.push(queryClientOf().prefetchQuery(listQuery(resource, query)));
  }
  await Promise.race([Promise.all(asked), new Promise((resolve) => setTimeout(resolve, patience))]);
};
