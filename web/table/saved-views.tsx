import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { translate } from '#web/i18n/locale.ts';
import { isSameView, type ListQuery, readListQuery, writeListQuery } from '#web/resource/list-query.ts';
import { builtInViews } from '#web/table/built-in-views.ts';
import { type TableSettings, writeTable } from '#web/table/column-settings.ts';
import { LateDropdown } from '#web/table/late-popup.tsx';
import { usePreference } from '#web/table/preference.ts';
import {
  type Audience,
  hasSharedViews,
  mayUnshare,
  type SharedView,
  shareView,
  unshareView,
  unwatchView,
  useSharedViews,
  watchView,
} from '#web/table/shared-views.ts';

const ViewNaming = lazy(() => import('#web/table/view-naming.tsx'));

const texts = {
  views: text('视图', 'Views'),
  all: text('全部', 'All'),
  save: text('保存为视图…', 'Save as a view…'),
  builtIn: text('常用', 'Preset'),
  mineAll: text('我的视图', 'My views'),
  ofOthers: text('共享视图', 'Shared views'),
  sharedWith: text('{name}（{whom}）', '{name} ({whom})'),
  everybody: text('全体', 'everyone'),
  office: text('本办公室', 'my office'),
  below: text('本办公室及下级', 'my office and those below'),
  mine: text('另存为我的视图', 'Save as mine'),
  update: text('保存到视图“{name}”', 'Save to view “{name}”'),
  watch: text('有新记录时告诉我', 'Notify me of new records'),
  unwatch: text('有新记录时不再告诉我', 'Stop notifying me of new records'),
  watching: text('有新记录时会告诉您', 'You are notified of new records'),
  unshare: text('取消共享“{name}”', 'Stop sharing “{name}”'),
  shared: text('视图已共享', 'View shared'),
  delete: text('删除视图“{name}”', 'Delete view “{name}”'),
  saved: text('视图已保存', 'View saved'),
};

interface SavedView {
  readonly name: string;
  /** Query of the address. */
  readonly address: string;
}

const mostViews = 30;
const longestName = 40;

const readViews = (stored: unknown): SavedView[] =>
  Array.isArray(stored)
    ? (stored as Partial<SavedView>[]).filter(
        (one): one is SavedView => typeof one?.name === 'string' && typeof one.address === 'string',
      )
    : [];

/** Whom a view is shared with; by which office, where that stands above. */
const whomOf = ({ audience, group: of, office }: SharedView): string =>
  of ?? office ?? translate(audience === 'all' ? texts.everybody : audience === 'below' ? texts.below : texts.office);

/** Entries under a heading; no heading over nothing. */
const group = (heading: Text, children: { key: string; label: string }[]) =>
  children.length > 0 ? [{ type: 'group' as const, label: translate(heading), children }] : [];

export interface SavedViewsProps {
  readonly resource: AnyResource;
  readonly query: ListQuery;
  /** How the table is kept at present, */
  readonly settings: TableSettings;
  /** and what the address says of it, where a view brought its own. */
  readonly table: string | null;
  onChoose(query: ListQuery, table: string | undefined): void;
}

const none: ListQuery = { conditions: [], keyword: '' };

/** How the table is kept, as the address of a view says it; null: as its reader keeps it. */
const tableOf = ({ address }: { readonly address: string }): string | null => new URLSearchParams(address).get('table');

/**
 * Queries by name, with the columns they are looked at through: those that come with the platform, those shared with one, and one's own. What is shown is offered to be
 * kept when it is none of them; one can be told when rows come into it.
 */
export function SavedViews({ resource, query, settings, table, onChoose }: SavedViewsProps) {
  const preference = usePreference(`views:${resource.name}`);
  const [naming, setNaming] = useState(false);
  const [wanted, setWanted] = useState(false);
  const seeking = !isSameView(none, query);
  const { shared, watched } = useSharedViews(resource, wanted || seeking);
  const views = readViews(preference.value);
  const read = ({ address }: { address: string }) => readListQuery(new URLSearchParams(address), resource);
  const isShown = (view: { address: string }) => isSameView(read(view), query) && tableOf(view) === table;
  // its columns were changed since it was chosen: it is still this view
  const isChanged = (view: { address: string }) =>
    table !== null && tableOf(view) !== null && isSameView(read(view), query);
  const shownOf = <View extends { address: string }>(all: readonly View[]) => all.find(isShown) ?? all.find(isChanged);
  const builtIn = builtInViews(resource);
  const given = table === null ? builtIn.find((view) => isSameView(view.query, query)) : undefined;
  const own = shownOf(views);
  const ofOthers = shownOf(shared);
  // one is told of rows: how they are put together and looked at is no part of it
  const { page: _page, limit: _limit, group: _group, ...watchedQuery } = query;
  const watch = watched.find((one) => isSameView(read(one), watchedQuery));
  const ofMe = !own && !ofOthers && (given?.query.awaitsMe || given?.query.handledByMe);
  const name = own?.name ?? ofOthers?.name ?? (given && translate(given.label));
  const changed = !views.some(isShown) && !shared.some(isShown) && (own ?? ofOthers) !== undefined;
  const differs = (name === undefined && seeking) || changed;

  /** What is shown: its rows, their order, how they are put together, and the table. */
  const written = () => {
    const { page: _page, ...rest } = query;
    const address = writeListQuery(rest);
    address.set('table', writeTable(settings));
    return address.toString();
  };
  const saveOwn = (name: string) => {
    const view = { name, address: written() };
    preference.save([...views.filter((one) => one.name !== name), view].slice(-mostViews));
    toast.success(translate(texts.saved));
    onChoose(query, writeTable(settings));
  };
  const save = async (name: string, whom?: Audience) => {
    if (!whom) return saveOwn(name);
    await shareView(resource, name, written(), whom);
    onChoose(query, writeTable(settings));
    toast.success(translate(texts.shared));
  };
  const run = (work: Promise<void>) => void work.catch(() => undefined);
  const doings: Readonly<Record<string, () => void>> = {
    save: () => setNaming(true),
    update: () => own && saveOwn(own.name),
    mine: () => ofOthers && saveOwn(ofOthers.name),
    delete: () => preference.save(views.filter((view) => view !== own)),
    unshare: () => ofOthers && run(unshareView(ofOthers)),
    watch: () => run(watchView(resource, (name ?? translate(resource.label)).slice(0, longestName), watchedQuery)),
    unwatch: () => watch && run(unwatchView(resource, watch)),
  };
  const offered = [
    ...(own && changed ? ['update'] : []),
    ...(name === undefined || (changed && !own) ? ['save'] : []),
    ...(ofOthers && !own ? ['mine'] : []),
    ...(seeking && hasSharedViews(resource) ? [watch ? 'unwatch' : 'watch'] : []),
    ...(own ? ['delete'] : []),
    ...(ofOthers && mayUnshare(ofOthers) ? ['unshare'] : []),
  ] as const;
  const items = [
    { key: 'all', label: translate(texts.all) },
    ...group(
      texts.builtIn,
      builtIn.map((view) => ({ key: `due-${view.name}`, label: translate(view.label) })),
    ),
    ...group(
      texts.ofOthers,
      shared.map((view) => ({
        key: `shared-${view.id}`,
        label: translate(texts.sharedWith, { name: view.name, whom: whomOf(view) }),
      })),
    ),
    ...group(
      texts.mineAll,
      views.map((view, index) => ({ key: `view-${index}`, label: view.name })),
    ),
    ...(offered.length > 0 ? [{ type: 'divider' as const }] : []),
    ...offered.map((key) => ({
      key,
      danger: key === 'delete' || key === 'unshare',
      label: translate(texts[key as keyof typeof texts], { name: name ?? '' }),
    })),
  ];
  const choose = (key: string) => {
    const doing = doings[key];
    if (doing) doing();
    else {
      const view = views.find((_, index) => key === `view-${index}`) ?? shared.find(({ id }) => key === `shared-${id}`);
      if (view) onChoose(read(view), tableOf(view) ?? undefined);
      else onChoose(builtIn.find((one) => key === `due-${one.name}`)?.query ?? none, undefined);
    }
  };
  const selected = own
    ? [`view-${views.indexOf(own)}`]
    : ofOthers
      ? [`shared-${ofOthers.id}`]
      : given
        ? [`due-${given.name}`]
        : [];
  const want = () => setWanted(true);
  return (
    <span onPointerEnter={want} onFocusCapture={want}>
      <LateDropdown
        menu={{ items, onClick: ({ key }) => choose(key), selectedKeys: selected, className: 'xj-long-menu' }}
      >
        <Button aria-haspopup="menu">
          {/* what is one's own to do is a chip of that name already, beside this */}
          {(ofMe ? undefined : name) ?? translate(texts.views)}
          {watch && <span className="xj-view-watched" title={translate(texts.watching)} />}
          {differs && <span className="xj-view-differs" aria-hidden="true" />} ▾
        </Button>
      </LateDropdown>
      {naming && (
        <Suspense fallback={null}>
          <ViewNaming resource={resource} onName={save} onClose={() => setNaming(false)} />
        </Suspense>
      )}
    </span>
  );
}
