import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { kindOf } from '#kernel/field.ts';
import { mostGroups, type RowGroup, summedFields } from '#kernel/grouping.ts';
import type { Lifecycle } from '#kernel/lifecycle.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { CellValue } from '#web/cell/cell-value.tsx';
import { StateTag } from '#web/cell/state-tag.tsx';
import { ErrorState } from '#web/error/error-state.tsx';
import { currentLocale, speak } from '#web/i18n/locale.ts';
import { defaultLimit, fieldOf, type ListQuery, toWireParams, withConditions } from '#web/resource/list-query.ts';
import { readGroups } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { BoardCard, type LensProps } from '#web/table/board-lens.tsx';
import { withinGroup } from '#web/table/figure-condition.ts';
import { conditionValue } from '#web/table/filter-words.ts';
import { ListPager } from '#web/table/list-pager.tsx';
import { DueCell, TitleCell } from '#web/table/list-row.tsx';
import { useList } from '#web/table/use-list.ts';
import { useIsPhone } from '#web/theme/use-media.ts';
import './grouped-list.css';

const words = {
  groups: text('按{field}分组', 'Grouped by {field}'),
  none: text('未填', 'Not given'),
  empty: text('没有符合条件的记录', 'Nothing matches'),
  count: text('{n} 条', '{n}'),
  actions: text('操作', 'Actions'),
  cut: text('组数较多，只显示前 {n} 组；请加筛选条件。', 'Only the first {n} groups are shown; add a filter.'),
};

/** Columns a group shows; the record has the rest. */
const mostColumns = 6;

export interface GroupedListProps extends LensProps {
  /** Keys of the groups that stand open, as the address has them; the first one does where nothing is said. */
  readonly unfolded: string | null;
  onUnfold(keys: string): void;
}

const keyText = (key: RowGroup['key']): string => (key === null ? '-' : String(key));

/** Rows put together by a field: each group says how many they are, and opens them page by page. */
export default function GroupedList({ unfolded, onUnfold, ...props }: GroupedListProps) {
  const { resource, query } = props;
  const by = query.group ?? '';
  const field = fieldOf(resource, by);
  const sums = useMemo(
    () => summedFields(resource).filter((name) => props.settings.columns.some((one) => one.shown && one.name === name)),
    [resource, props.settings],
  );
  const params = useMemo(() => {
    const { page: _page, limit: _limit, order: _order, ...filters } = toWireParams(query, resource);
    return { ...filters, group: by, sums: sums.slice(0, 5).join(',') };
  }, [query, resource, by, sums]);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['resource', resource.name, 'list', 'groups', params],
    queryFn: ({ signal }) => readGroups(resource, params, signal),
    placeholderData: keepPreviousData,
  });
  const groups = useMemo(() => inOrder(resource, by, data?.list ?? []), [resource, by, data]);
  if (!field) return null;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const keys = groups.map((one) => one.key);
  const first = keys[0];
  const open = new Set(unfolded === null ? (first === undefined ? [] : [keyText(first)]) : unfolded.split(','));
  const toggle = (key: string) => {
    if (!open.delete(key)) open.add(key);
    onUnfold([...open].filter(Boolean).join(','));
  };
  return (
    <section
      className="xj-groups"
      aria-label={speak(words.groups, { field: speak(field.label) })}
      aria-busy={isPending}
    >
      {data?.more && <p className="xj-calendar-cut">{speak(words.cut, { n: mostGroups })}</p>}
      {!isPending && groups.length === 0 && <p className="xj-calendar-cut">{speak(words.empty)}</p>}
      {groups.map((group) => {
        const key = keyText(group.key);
        const condition = withinGroup(resource, by, keys, group.key);
        return (
          <section key={key} className="xj-group" data-group={key}>
            <h2>
              <button type="button" aria-expanded={open.has(key)} onClick={() => toggle(key)}>
                <span aria-hidden="true">{open.has(key) ? '▾' : '▸'}</span>
                <GroupName resource={resource} by={by} group={group} />
                <span className="xj-group-count">{speak(words.count, { n: group.count.toLocaleString('en-US') })}</span>
                {sums.map((name) => {
                  const summed = fieldOf(resource, name);
                  const value = group.sums[name];
                  if (!summed || value === null || value === undefined) return null;
                  const sum = <CellValue name={name} field={summed} row={{ id: 0, [name]: value }} />;
                  return (
                    <span key={name} className="xj-group-sum">
                      {speak(summed.label)} {sum}
                    </span>
                  );
                })}
              </button>
            </h2>
            {open.has(key) && <GroupRows {...props} query={withConditions(query, [...query.conditions, condition])} />}
          </section>
        );
      })}
    </section>
  );
}

/** Choices and states in the order they are declared in; others as the server has them. */
function inOrder(resource: AnyResource, by: string, groups: readonly RowGroup[]): readonly RowGroup[] {
  const field = fieldOf(resource, by);
  const declared = by === 'status' ? Object.keys((resource.life as Lifecycle | undefined)?.states ?? {}) : [];
  const order =
    declared.length > 0
      ? declared
      : (field &&
          kindOf(field)
            .choices?.(field.options)
            ?.map(([value]) => value)) ||
        [];
  if (order.length === 0) return groups;
  const place = ({ key }: RowGroup) => (order.indexOf(String(key)) + order.length + 1) % (order.length + 1);
  return groups.toSorted((one, other) => place(one) - place(other));
}

function GroupName({ resource, by, group }: { resource: AnyResource; by: string; group: RowGroup }) {
  const state = by === 'status' ? (resource.life as Lifecycle | undefined)?.states[String(group.key)] : undefined;
  if (state) return <StateTag option={state} />;
  const field = fieldOf(resource, by);
  if (group.key === null || !field) return <strong>{speak(words.none)}</strong>;
  const known = conditionValue({ field: by, operator: '=', value: String(group.key) }, field, currentLocale());
  return <strong>{group.name ?? known ?? String(group.key)}</strong>;
}

/** The rows of one group, a page at a time. */
function GroupRows(props: LensProps) {
  const { resource, query, settings, actions, onOpen } = props;
  const [page, setPage] = useState<Pick<ListQuery, 'page' | 'limit'>>({ page: 1, limit: defaultLimit });
  const asked = useMemo(() => ({ ...query, ...page }), [query, page]);
  const list = useList(resource, asked);
  const phone = useIsPhone();
  const names = settings.columns
    .filter(({ name, shown }) => shown && name !== resource.title && name !== query.group)
    .slice(0, mostColumns)
    .map(({ name }) => name);
  if (list.error) return <ErrorState error={list.error} onRetry={list.refresh} />;
  return (
    <div className="xj-group-rows" aria-busy={list.fetching}>
      {phone ? (
        <ul className="xj-group-cards">
          {list.rows.map((row) => (
            <BoardCard key={row.id} {...props} row={row} />
          ))}
        </ul>
      ) : (
        <div className="xj-group-table">
          <table>
            <thead>
              <tr>
                {[resource.title, ...names].map((name) => (
                  <th key={name} scope="col">
                    {speak(fieldOf(resource, name)?.label ?? words.none)}
                  </th>
                ))}
                <th scope="col">{speak(words.actions)}</th>
              </tr>
            </thead>
            <tbody>
              {list.rows.map((row) => (
                <tr key={row.id} data-row={row.id}>
                  <th scope="row">
                    <TitleCell resource={resource} row={row} onOpen={onOpen}>
                      <Cell resource={resource} row={row} name={resource.title} />
                    </TitleCell>
                  </th>
                  {names.map((name) => (
                    <td key={name}>
                      <Cell resource={resource} row={row} name={name} />
                    </td>
                  ))}
                  <td>{actions(row)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {list.total > defaultLimit && (
        <ListPager
          query={asked}
          total={list.total}
          estimated={list.estimated}
          shown={list.rows.length}
          onChange={({ page: next, limit }) =>
            setPage({ ...(next ? { page: next } : {}), ...(limit ? { limit } : {}) })
          }
        />
      )}
    </div>
  );
}

function Cell({ resource, row, name }: { resource: AnyResource; row: WireRow; name: string }) {
  const field = fieldOf(resource, name);
  if (!field) return null;
  if (name === 'due_at' && resource.life) return <DueCell resource={resource} row={row} />;
  return <CellValue name={name} field={field} row={row} />;
}
