import type { MenuProps } from 'antd';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { writeListQuery } from '#kernel/list/list-query-in-url.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { goTo } from '#web/http/navigate-by-router.ts';
import { translate } from '#web/i18n/locale.ts';
import { emptyListQuery } from '#web/resource/change-filters-order-and-page-of-list-query.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import { tableSettingsToUrlParam } from '#web/table/columns/column-settings.ts';
import { type FollowedView, subscribeToView, unsubscribe } from '#web/table/views/subscribe-to-view.ts';
import {
  type SavedViewsProps,
  type ShownSavedView,
  tableSettingsOfView,
} from '#web/table/views/use-shown-saved-view.ts';
import { shareView, unshareView } from './share-and-unshare-view.ts';
import {
  canBeFollowed,
  mayBeSentFiles,
  maySubscribe,
  mayUnshare,
  type SharedView,
  type SharedViewAudience,
  subscriptionName,
} from './shared-views-and-subscriptions-query.ts';

const texts = {
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
  watching: text('有新记录时会在消息中告诉您', 'You will be notified in your messages when there are new records'),
  unwatched: text('不再告知', 'You will no longer be notified'),
  send: text('定时发给我…', 'Send me this regularly…'),
  subscriptions: text('我的订阅', 'My subscriptions'),
  unshare: text('取消共享“{name}”', 'Stop sharing “{name}”'),
  shared: text('视图已共享', 'View shared'),
  delete: text('删除视图“{name}”', 'Delete view “{name}”'),
  saved: text('视图已保存', 'View saved'),
};

const maxViews = 30;
const maxNameLength = 40;

/** Saves what is shown under a name: for oneself, or shared with `whom`. */
export type SaveView = (name: string, whom?: SharedViewAudience) => Promise<void>;

/** Whom a view is shared with; the office that shares it, where that is a higher one. */
const whomOf = ({ audience, group: of, office }: SharedView): string =>
  of ?? office ?? translate(audience === 'all' ? texts.everybody : audience === 'below' ? texts.below : texts.office);

/** Entries under a heading. Without entries there is no heading. */
const group = (heading: Text, children: { key: string; label: string }[]) =>
  children.length > 0 ? [{ type: 'group' as const, label: translate(heading), children }] : [];

/** The dialogs of the menu: `onName` asks for the name of a new view, `onSend` when the file of a view is sent. */
export interface ViewDialogs {
  onName(save: SaveView): void;
  onSend(view: FollowedView): void;
}

/** The menu of views. */
export function savedViewsMenuProps(props: SavedViewsProps, shown: ShownSavedView, dialogs: ViewDialogs): MenuProps {
  const { resource, onChoose } = props;
  const { views, shared, builtIn, read } = shown;
  const byKey = viewHandlers(props, shown, dialogs);
  const choose = (key: string) => {
    const handler = byKey[key];
    if (handler) {
      handler();
      return;
    }
    const view = views.find((_, index) => key === `view-${index}`) ?? shared.find(({ id }) => key === `shared-${id}`);
    if (view) onChoose(read(view), tableSettingsOfView(view) ?? undefined);
    else onChoose(builtIn.find((one) => key === `due-${one.name}`)?.query ?? emptyListQuery, undefined);
  };
  return {
    items: entriesOf(resource, shown),
    onClick: ({ key }) => choose(key),
    selectedKeys: selectedKeys(shown),
    className: 'xj-long-menu',
  };
}

/** What the menu does, by key of its entries. */
function viewHandlers(
  { resource, query, settings, onChoose }: SavedViewsProps,
  shown: ShownSavedView,
  { onName, onSend }: ViewDialogs,
): Readonly<Record<string, () => void>> {
  const { views, own, ofOthers, watch, watchedQuery, name } = shown;
  /** What is shown: its rows, their order and grouping, and the table. */
  const written = () => {
    const { page: _page, ...rest } = query;
    const address = writeListQuery(rest);
    address.set('table', tableSettingsToUrlParam(settings));
    return address.toString();
  };
  const saveOwn = (called: string) => {
    const view = { name: called, address: written() };
    shown.save([...views.filter((one) => one.name !== called), view].slice(-maxViews));
    onChoose(query, tableSettingsToUrlParam(settings));
    toast.success(translate(texts.saved));
  };
  const save: SaveView = async (called, whom) => {
    if (!whom) return saveOwn(called);
    await shareView(resource, called, written(), whom);
    onChoose(query, tableSettingsToUrlParam(settings));
    toast.success(translate(texts.shared));
  };
  const run = (work: Promise<void>, done?: Text) =>
    void work.then(() => done && toast.success(translate(done))).catch(() => undefined);
  const title = (name ?? translate(resource.label)).slice(0, maxNameLength);
  const rows = writeListQuery(watchedQuery);
  const followed: FollowedView = own
    ? { name: title, address: '', own_view: own.name }
    : ofOthers
      ? { name: title, address: '', view_id: ofOthers.id }
      : { name: title, address: rows.toString() };
  // a file has the columns that are shown; a view has its own
  const sent = () => {
    if (own || ofOthers) return followed;
    rows.set('table', tableSettingsToUrlParam(settings));
    return { ...followed, address: rows.toString() };
  };
  return {
    save: () => onName(save),
    update: () => own && saveOwn(own.name),
    mine: () => ofOthers && saveOwn(ofOthers.name),
    delete: () => shown.save(views.filter((view) => view !== own)),
    unshare: () => ofOthers && run(unshareView(ofOthers)),
    watch: () => run(subscribeToView(resource, followed), texts.watching),
    unwatch: () => watch && run(unsubscribe(resource, watch), texts.unwatched),
    send: () => onSend(sent()),
    subscriptions: () => goTo(`${areaPaths().base}/${subscriptionName}`),
  };
}

/** The entries of the menu: views, and what can be done with the one that is shown. */
function entriesOf(resource: AnyResource, shown: ShownSavedView) {
  const { seeking, views, shared, builtIn, own, ofOthers, watch, name, changed } = shown;
  const follows = canBeFollowed(resource) && maySubscribe();
  const offered = [
    ...(own && changed ? ['update'] : []),
    ...(name === undefined || (changed && !own) ? ['save'] : []),
    ...(ofOthers && !own ? ['mine'] : []),
    // whoever may not subscribe any more can still end a subscription
    ...(seeking && watch ? ['unwatch'] : seeking && follows ? ['watch'] : []),
    ...(follows && mayBeSentFiles(resource) ? ['send'] : []),
    ...(follows ? ['subscriptions'] : []),
    ...(own ? ['delete'] : []),
    ...(ofOthers && mayUnshare(ofOthers) ? ['unshare'] : []),
  ] as const;
  return [
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
}

const selectedKeys = ({ views, own, ofOthers, given }: ShownSavedView): string[] => {
  if (own) return [`view-${views.indexOf(own)}`];
  if (ofOthers) return [`shared-${ofOthers.id}`];
  return given ? [`due-${given.name}`] : [];
};
