import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { AnyResource } from '#kernel/resource.ts';
import { type Text, text } from '#kernel/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { speak } from '#web/i18n/locale.ts';
import { isSameView, type ListQuery, readListQuery, writeListQuery } from '#web/resource/list-query.ts';
import { builtInViews } from '#web/table/built-in-views.ts';
import { LateDropdown } from '#web/table/late-popup.tsx';
import { usePreference } from '#web/table/preference.ts';

const ViewNaming = lazy(() => import('#web/table/view-naming.tsx'));

const words = {
  views: text('视图', 'Views'),
  all: text('全部', 'All'),
  save: text('保存为视图…', 'Save as a view…'),
  builtIn: text('常用', 'Built in'),
  mine: text('我的视图', 'My views'),
  delete: text('删除视图“{name}”', 'Delete view “{name}”'),
  saved: text('视图已保存', 'View saved'),
};

interface SavedView {
  readonly name: string;
  /** Query of the address. */
  readonly address: string;
}

const mostViews = 30;

const readViews = (kept: unknown): SavedView[] =>
  Array.isArray(kept)
    ? (kept as Partial<SavedView>[]).filter(
        (one): one is SavedView => typeof one?.name === 'string' && typeof one.address === 'string',
      )
    : [];

/** Entries under a heading; no heading over nothing. */
const group = (heading: Text, children: { key: string; label: string }[]) =>
  children.length > 0 ? [{ type: 'group' as const, label: speak(heading), children }] : [];

export interface SavedViewsProps {
  readonly resource: AnyResource;
  readonly query: ListQuery;
  onChoose(query: ListQuery): void;
}

/** Queries this person keeps by name. What is shown is offered to be kept when it is none of them. */
export function SavedViews({ resource, query, onChoose }: SavedViewsProps) {
  const preference = usePreference(`views:${resource.name}`);
  const [naming, setNaming] = useState(false);
  const views = readViews(preference.value);
  const read = (view: SavedView) => readListQuery(new URLSearchParams(view.address), resource);
  const current = views.find((view) => isSameView(read(view), query));
  const none: ListQuery = { conditions: [], keyword: '' };
  const builtIn = builtInViews(resource);
  const given = builtIn.find((view) => isSameView(view.query, query));
  const differs = !current && !given && !isSameView(none, query);

  const save = (name: string) => {
    const { page: _page, ...kept } = query;
    const view = { name, address: writeListQuery(kept).toString() };
    preference.save([...views.filter((one) => one.name !== name), view].slice(-mostViews));
    setNaming(false);
    toast.success(speak(words.saved));
  };
  const items = [
    { key: 'all', label: speak(words.all) },
    ...group(
      words.builtIn,
      builtIn.map(({ name, label }) => ({ key: `due-${name}`, label: speak(label) })),
    ),
    ...group(
      words.mine,
      views.map((view, index) => ({ key: `view-${index}`, label: view.name })),
    ),
    ...(differs || current ? [{ type: 'divider' as const }] : []),
    ...(differs ? [{ key: 'save', label: speak(words.save) }] : []),
    ...(current ? [{ key: 'delete', danger: true, label: speak(words.delete, { name: current.name }) }] : []),
  ];
  const choose = (key: string) => {
    if (key === 'save') setNaming(true);
    else if (key === 'delete') preference.save(views.filter((view) => view !== current));
    else {
      const view = views.find((_, index) => key === `view-${index}`);
      onChoose(view ? read(view) : (builtIn.find(({ name }) => key === `due-${name}`)?.query ?? none));
    }
  };
  return (
    <>
      <LateDropdown
        menu={{
          items,
          onClick: ({ key }) => choose(key),
          selectedKeys: current ? [`view-${views.indexOf(current)}`] : given ? [`due-${given.name}`] : [],
        }}
      >
        <Button aria-haspopup="menu">
          {current?.name ?? speak(given?.label ?? words.views)}
          {differs && <span className="xj-view-differs" aria-hidden="true" />} ▾
        </Button>
      </LateDropdown>
      {naming && (
        <Suspense fallback={null}>
          <ViewNaming onName={save} onClose={() => setNaming(false)} />
        </Suspense>
      )}
    </>
  );
}
