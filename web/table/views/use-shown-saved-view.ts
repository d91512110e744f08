import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type ListQuery, readListQuery } from '#kernel/list/list-query-in-url.ts';
import { useUserPreference } from '#web/http/user-preference-stored-on-server.ts';
import { translate } from '#web/i18n/locale.ts';
import {
  emptyListQuery,
  isSameListQueryApartFromPage,
} from '#web/resource/change-filters-order-and-page-of-list-query.ts';
import type { TableSettings } from '#web/table/columns/column-settings.ts';
import { builtInViewsOfOwnAndDueWork } from '#web/table/views/built-in-views-of-own-and-due-work.ts';
import { useSharedViews } from './shared-views-and-subscriptions-query.ts';

interface SavedView {
  readonly name: string;
  /** The query, as in the address. */
  readonly address: string;
}

const readViews = (stored: unknown): SavedView[] =>
  Array.isArray(stored)
    ? (stored as Partial<SavedView>[]).filter(
        (one): one is SavedView => typeof one?.name === 'string' && typeof one.address === 'string',
      )
    : [];

export interface SavedViewsProps {
  readonly resource: AnyResource;
  readonly query: ListQuery;
  /** The present table settings. */
  readonly settings: TableSettings;
  /** The table settings of the address, where a view brought them. */
  readonly table: string | null;
  onChoose(query: ListQuery, table: string | undefined): void;
}

/** The table settings in the address of a view; null: the reader's own. */
export const tableSettingsOfView = ({ address }: { readonly address: string }): string | null =>
  new URLSearchParams(address).get('table');

type Addressed = Pick<SavedView, 'address'>;

/** Which view is shown: a built-in one, one's own, a shared one, or none. */
export function useShownSavedView({ resource, query, table }: SavedViewsProps, wanted: boolean) {
  const preference = useUserPreference(`views:${resource.name}`);
  const seeking = !isSameListQueryApartFromPage(emptyListQuery, query);
  const { shared, subscribed } = useSharedViews(resource, wanted || seeking);
  const views = readViews(preference.value);
  const read = ({ address }: Addressed) => readListQuery(new URLSearchParams(address), resource);
  const isShown = (view: Addressed) =>
    isSameListQueryApartFromPage(read(view), query) && tableSettingsOfView(view) === table;
  // A view whose columns were changed since it was chosen is still this view.
  const isChanged = (view: Addressed) =>
    table !== null && tableSettingsOfView(view) !== null && isSameListQueryApartFromPage(read(view), query);
  const shownOf = <View extends Addressed>(all: readonly View[]) => all.find(isShown) ?? all.find(isChanged);
  const builtIn = builtInViewsOfOwnAndDueWork(resource);
  const given = table === null ? builtIn.find((view) => isSameListQueryApartFromPage(view.query, query)) : undefined;
  const own = shownOf(views);
  const ofOthers = shownOf(shared);
  // Rows are watched: their grouping and the page are no part of it.
  const { page: _page, limit: _limit, group: _group, ...watchedQuery } = query;
  const followed = subscribed.filter((one) => {
    const { group: _g, ...rows } = read(one);
    return isSameListQueryApartFromPage(rows, watchedQuery);
  });
  const watch = followed.find(({ kind }) => kind === 'entering');
  const ofMe = !own && !ofOthers && (given?.query.awaitsMe || given?.query.handledByMe);
  const name = own?.name ?? ofOthers?.name ?? (given && translate(given.label));
  const changed = !views.some(isShown) && !shared.some(isShown) && (own ?? ofOthers) !== undefined;
  const differs = (name === undefined && seeking) || changed;
  return {
    save: preference.save,
    seeking,
    views,
    shared,
    builtIn,
    read,
    given,
    own,
    ofOthers,
    watchedQuery,
    watch,
    ofMe,
    name,
    changed,
    differs,
  };
}

export type ShownSavedView = ReturnType<typeof useShownSavedView>;
