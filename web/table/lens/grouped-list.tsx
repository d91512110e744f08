import { useQuery } from '@tanstack/react-query';
import { Checkbox } from 'antd';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { Lifecycle } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { fieldsSummedPerGroup, maxGroups, type RowGroup } from '#kernel/list/list-grouping-fields-and-group-sums.ts';
import { fieldOf, toWireParams } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { defaultLimit, withConditions } from '#web/resource/change-filters-order-and-page-of-list-query.ts';
import { useGoToLastPageWithRows } from '#web/resource/go-to-last-page-with-rows.ts';
import { readGroups } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { cardColumns, requestedColumns } from '#web/table/columns/column-settings.ts';
import { selectWidth, tableColumns } from '#web/table/columns/table-columns.ts';
import { conditionValue } from '#web/table/filter/filter-operator-and-value-texts.ts';
import { conditionOfGroup } from '#web/table/lens/drill-down-conditions.ts';
import type { LensProps } from '#web/table/lens/kanban-board-lens.tsx';
import { ListRow, type ListRowHandlers } from '#web/table/list/list-table-row.tsx';
import { rowActionLabels, rowActionsColumnWidth } from '#web/table/list/row-actions-column-width.ts';
import { selectedShareOf, useRowEventHandlers, withRowsSelected } from '#web/table/list/use-row-event-handlers.ts';
import { ListPageNavigation } from '#web/table/rows/list-page-navigation.tsx';
import { currentRowCount, useList } from '#web/table/rows/use-list-rows-query.ts';
import { useIsPhone } from '#web/theme/use-media-query.ts';
import { RowCard } from './phone-card-list-and-card-lens.tsx';

import './grouped-list.css';

const texts = {
  groups: text('按{field}分组', 'Grouped by {field}'),
  none: text('未填', 'Not provided'),
  count: text('{n} 条', '{n} {n|record|records}'),
  selectAll: text('全选本组', 'Select all in group'),
  cut: text(
    '组数较多，只显示前 {n} 组；请加筛选条件。',
    'Too many groups: only the first {n} {n|is|are} shown. Add filters.',
  ),
};

export interface GroupedListProps extends LensProps, RowsChosen {
  /** Shown where there are no groups. */
  readonly empty: ReactNode;
  /** Called with the rendered rows in order, and the total of all groups. */
  onRows(rows: readonly WireRow[], total: number): void;
  /** Keys of the unfolded groups from the address; null: the first one. */
  readonly unfolded: string | null;
  onUnfold(keys: string): void;
}

/** Selection of rows and the active row, shared with the table. */
interface RowsChosen {
  readonly selectable: boolean;
  readonly selected: ReadonlyMap<number, WireRow>;
  readonly activeId: number | undefined;
  onSelect(rows: ReadonlyMap<number, WireRow>): void;
  onActive(row: WireRow): void;
  onEdit(row: WireRow): void;
}

const keyText = (key: RowGroup['key']): string => (key === null ? '-' : String(key));

/** Rows grouped by a field: each group shows its number of rows, and unfolds page by page. */
export default function GroupedList({ unfolded, onUnfold, onRows, empty, ...props }: GroupedListProps) {
  const { resource, query } = props;
  const by = query.group ?? '';
  const field = fieldOf(resource, by);
  const sums = useMemo(
    () =>
      fieldsSummedPerGroup(resource).filter((name) =>
        props.settings.columns.some((one) => one.shown && one.name === name),
      ),
    [resource, props.settings],
  );
  const params = useMemo(() => {
    const { page: _page, limit: _limit, order: _order, ...filters } = toWireParams(query, resource);
    return { ...filters, group: by, sums: sums.slice(0, 5).join(',') };
  }, [query, resource, by, sums]);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['resource', resource.name, 'list', 'groups', by, params],
    queryFn: ({ signal }) => readGroups(resource, params, signal),
    placeholderData: previousDataAsPlaceholder('resource', resource.name, 'list', 'groups', by),
  });
  const groups = useMemo(() => inOrder(resource, by, data?.list ?? []), [resource, by, data]);
  const keys = useMemo(() => groups.map((one) => one.key), [groups]);
  const first = keys[0];
  const open = new Set(unfolded === null ? (first === undefined ? [] : [keyText(first)]) : unfolded.split(','));
  const [found, setFound] = useState<Readonly<Record<string, readonly WireRow[]>>>({});
  const noteRows = useCallback(
    (key: string, rows: readonly WireRow[]) => setFound((all) => ({ ...all, [key]: rows })),
    [],
  );
  const lines = useMemo(() => keys.flatMap((key) => found[keyText(key)] ?? []), [keys, found]);
  // with groups left out the total is unknown
  const total = data?.more ? 0 : groups.reduce((sum, one) => sum + one.count, 0);
  useEffect(() => onRows(lines, total), [onRows, lines, total]);
  useEffect(() => () => onRows([], 0), [onRows]);
  const on = useRowEventHandlers({ ...props, lines });
  if (!field) return null;
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  const toggle = (key: string) => {
    if (!open.delete(key)) open.add(key);
    onUnfold([...open].filter(Boolean).join(','));
  };
  return (
    <section
      data-list
      className="xj-groups"
      aria-label={translate(texts.groups, { field: translate(field.label) })}
      aria-busy={isPending}
    >
      {data?.more && <p className="xj-calendar-cut">{translate(texts.cut, { n: maxGroups })}</p>}
      {!isPending && groups.length === 0 && empty}
      {groups.map((group) => {
        const key = keyText(group.key);
        const condition = conditionOfGroup(resource, by, keys, group.key);
        return (
          <section key={key} className="xj-group" data-group={key}>
            <GroupHead {...{ resource, by, group, sums }} isOpen={open.has(key)} onToggle={() => toggle(key)} />
            {open.has(key) && (
              <GroupRows
                {...{ ...props, on, lines, noteRows }}
                group={key}
                query={withConditions(query, [...query.conditions, condition])}
              />
            )}
          </section>
        );
      })}
    </section>
  );
}

/** Options and states in declared order; other groups in the order of the server. */
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

interface GroupHeadProps {
  readonly resource: AnyResource;
  /** The field rows are grouped by. */
  readonly by: string;
  readonly group: RowGroup;
  /** Names of the fields that are summed. */
  readonly sums: readonly string[];
  readonly isOpen: boolean;
  onToggle(): void;
}

/** Name, number of rows and sums of a group; a press unfolds it. */
function GroupHead({ resource, by, group, sums, isOpen, onToggle }: GroupHeadProps) {
  return (
    <h2>
      <button type="button" aria-expanded={isOpen} onClick={onToggle}>
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
        <GroupName resource={resource} by={by} group={group} />
        <span className="xj-group-count">{translate(texts.count, { n: group.count.toLocaleString('en-US') })}</span>
        {sums.map((name) => {
          const summed = fieldOf(resource, name);
          const value = group.sums[name];
          if (!summed || value === null || value === undefined) return null;
          const sum = <CellValue name={name} field={summed} row={{ id: 0, [name]: value }} />;
          return (
            <span key={name} className="xj-group-sum">
              {translate(summed.label)} {sum}
            </span>
          );
        })}
      </button>
    </h2>
  );
}

function GroupName({ resource, by, group }: { resource: AnyResource; by: string; group: RowGroup }) {
  const state = by === 'status' ? (resource.life as Lifecycle | undefined)?.states[String(group.key)] : undefined;
  if (state) return <OptionTag option={state} />;
  const field = fieldOf(resource, by);
  if (group.key === null || !field) return <strong>{translate(texts.none)}</strong>;
  const formatted = conditionValue({ field: by, operator: '=', value: String(group.key) }, field, currentLocale());
  return (
    <strong>
      {group.name === undefined || group.name === null
        ? (formatted ?? String(group.key))
        : translateDivisionName(group.name)}
    </strong>
  );
}

interface GroupRowsProps extends LensProps, RowsChosen {
  readonly group: string;
  /** Rows of all unfolded groups. */
  readonly lines: readonly WireRow[];
  readonly on: ListRowHandlers;
  noteRows(group: string, rows: readonly WireRow[]): void;
}

/** The rows of a group, page by page. */
function GroupRows(props: GroupRowsProps) {
  const { resource, query, settings, group, noteRows } = props;
  const [shown, setShown] = useState<{ page: number; limit: number }>({ page: 1, limit: defaultLimit });
  const groupQuery = useMemo(() => ({ ...query, ...shown }), [query, shown]);
  const list = useList(resource, groupQuery, requestedColumns(settings));
  useGoToLastPageWithRows({ ...shown, rows: currentRowCount(list), total: list.total }, (page) =>
    setShown({ ...shown, page }),
  );
  const phone = useIsPhone();
  useEffect(() => noteRows(group, list.rows), [noteRows, group, list.rows]);
  useEffect(() => () => noteRows(group, []), [noteRows, group]);
  if (list.error) return <LoadErrorWithRetry error={list.error} onRetry={list.refresh} />;
  return (
    <div className="xj-group-rows" aria-busy={list.fetching}>
      {phone ? <GroupCards {...props} rows={list.rows} /> : <GroupTable {...props} rows={list.rows} />}
      {list.total > defaultLimit && (
        <ListPageNavigation
          query={groupQuery}
          total={list.total}
          estimated={list.estimated}
          shown={list.rows.length}
          onChange={({ page = 1, limit = defaultLimit }) => setShown({ page, limit })}
        />
      )}
    </div>
  );
}

/** The rows of a group as cards on a phone, with selection. */
function GroupCards({ rows, ...props }: GroupRowsProps & { readonly rows: readonly WireRow[] }) {
  const { resource, query, settings, selectable, selected, onSelect, onOpen, actions } = props;
  const names = useMemo(
    () => cardColumns(resource, settings).filter((name) => name !== query.group),
    [resource, settings, query.group],
  );
  const share = selectedShareOf(rows, selected);
  return (
    <>
      {selectable && rows.length > 0 && (
        <Checkbox
          className="xj-group-all"
          checked={share === 'all'}
          indeterminate={share === 'some'}
          onChange={(event) => onSelect(withRowsSelected(selected, rows, event.target.checked))}
        >
          {translate(texts.selectAll)}
        </Checkbox>
      )}
      <ul className="xj-compact">
        {rows.map((row) => (
          <RowCard key={row.id} {...{ resource, row, names, selectable, selected, onSelect, onOpen, actions }} />
        ))}
      </ul>
    </>
  );
}

/** The rows of a group as a table, with the stored columns. */
function GroupTable(props: GroupRowsProps & { readonly rows: readonly WireRow[] }) {
  const { resource, query, settings, rows, lines, selectable, selected, activeId, on, actions } = props;
  const width = useMemo(() => rowActionsColumnWidth(resource, lines), [resource, lines]);
  const acts = width > 0;
  const columns = useMemo(() => {
    const all = tableColumns({ resource, settings, dragged: undefined, selectable, actions: width, room: 0 });
    return all.filter(({ name }) => name !== query.group);
  }, [resource, settings, selectable, width, query.group]);
  const share = selectedShareOf(rows, selected);
  const before = lines.findIndex((row) => row.id === rows[0]?.id);
  const focused = lines.some((row) => row.id === activeId) ? activeId : lines[0]?.id;
  return (
    <div className="xj-group-table">
      <table className="xj-list-table" data-density={settings.density}>
        <colgroup>
          {selectable && <col style={{ width: selectWidth }} />}
          {columns.map(({ name, width }) => (
            <col key={name} style={{ width }} />
          ))}
          {acts && <col style={{ width }} />}
        </colgroup>
        <thead>
          <tr>
            {selectable && (
              <th scope="col" className="xj-select-cell" data-stays style={{ insetInlineStart: 0 }}>
                <input
                  type="checkbox"
                  aria-label={translate(texts.selectAll)}
                  checked={share === 'all'}
                  ref={(box) => {
                    if (box) box.indeterminate = share === 'some';
                  }}
                  onChange={(event) => props.onSelect(withRowsSelected(selected, rows, event.target.checked))}
                />
              </th>
            )}
            {columns.map(({ name, label, align, stays }) => (
              <th
                key={name}
                scope="col"
                data-align={align}
                data-stays={stays === undefined ? undefined : true}
                style={stays === undefined ? undefined : { insetInlineStart: stays }}
              >
                {label}
              </th>
            ))}
            {acts && (
              <th scope="col" className="xj-actions-cell">
                {translate(rowActionLabels.head)}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <ListRow
              key={row.id}
              {...{ resource, row, columns, on }}
              index={before + index}
              before={0}
              depth={0}
              unfolded={undefined}
              active={row.id === activeId}
              focusable={row.id === focused}
              selected={selectable ? selected.has(row.id) : undefined}
              from={-1}
              to={-1}
              at={-1}
              editing={false}
              actions={acts ? actions : undefined}
              as={undefined}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
