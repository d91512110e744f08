import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type DragEvent, type ReactNode, useMemo, useState } from 'react';
import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { dropsPendingMove } from '#kernel/lifecycle/move-approval-steps.ts';
import { type ListQuery, toWireParams } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { toast } from '#web/feedback/toast.ts';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { translate } from '#web/i18n/locale.ts';
import { lifecycleOf, offeredMoves } from '#web/lifecycle/move/moves-offered-to-user.ts';
import type { MoveRunner } from '#web/lifecycle/move/use-run-move-at-once-with-undo-or-by-dialog.tsx';
import { withConditions } from '#web/resource/change-filters-order-and-page-of-list-query.ts';
import { listRows } from '#web/resource/resource-calls.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import type { TableSettings } from '#web/table/columns/column-settings.ts';
import { DueCell, TitleCell } from '#web/table/list/list-table-row.tsx';
import { CardFields, hasValueToShow } from './fields-on-row-card.tsx';

import './lens.css';

const texts = {
  board: text('按状态排列', 'Board by status'),
  count: text('{n} 条', '{n} {n|record|records}'),
  about: text('约 {n} 条', 'about {n} {n|record|records}'),
  more: text('显示更多', 'Show more'),
  none: text('没有记录', 'No records'),
  noMove: text('“{title}”不能从“{from}”转为“{to}”', '“{title}” cannot change from “{from}” to “{to}”'),
};

/** Cards of a column at first, and added with each press. */
const step = 20;

export interface LensProps {
  readonly resource: AnyResource;
  readonly query: ListQuery;
  readonly settings: TableSettings;
  readonly moves: MoveRunner;
  onOpen(row: WireRow): void;
  /** Shows the rows that match a condition as a table. */
  onOnly(condition: Condition): void;
  actions(row: WireRow): ReactNode;
}

/** A board with a column per state. A card is moved by dragging, or by the moves it offers. */
export default function KanbanBoardLens(props: LensProps) {
  const { resource, query } = props;
  const [held, setHeld] = useState<WireRow>();
  const life = lifecycleOf(resource);
  if (!life) return null;
  const stateConditions = query.conditions.filter((one) => one.field === 'status');
  const states = Object.keys(life.states).filter((state) =>
    stateConditions.every(({ operator, value }) => {
      const listed = value.split(',').includes(state);
      return operator === '<>' || operator === 'NOT IN'
        ? !listed
        : operator === '=' || operator === 'IN'
          ? listed
          : true;
    }),
  );
  return (
    <section className="xj-board" aria-label={translate(texts.board)}>
      {states.map((state) => (
        <BoardColumn key={state} {...props} state={state} held={held} onHold={setHeld} />
      ))}
    </section>
  );
}

/** The rows in a state, page by page. */
function useStateRows(resource: AnyResource, query: ListQuery, state: string) {
  const params = useMemo(() => {
    const rest = query.conditions.filter((one) => one.field !== 'status');
    return {
      ...toWireParams(withConditions(query, [...rest, { field: 'status', operator: '=', value: state }]), resource),
      limit: step,
    };
  }, [query, resource, state]);
  const { data, ...result } = useInfiniteQuery({
    queryKey: ['resource', resource.name, 'list', 'column', state, params],
    queryFn: ({ signal, pageParam }) => listRows(resource, { ...params, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => ((last.list?.length ?? 0) < step ? undefined : pages.length + 1),
    placeholderData: previousDataAsPlaceholder('resource', resource.name, 'list', 'column', state),
  });
  // a row that arrived between two pages is on both of them
  const rows = [...new Map(data?.pages.flatMap(({ list = [] }) => list.map((row) => [row.id, row] as const))).values()];
  const first = data?.pages[0];
  const total = first?.total ?? rows.length;
  return { ...result, rows, total, estimated: first?.total_estimated };
}

type ColumnProps = LensProps & { state: string; held: WireRow | undefined; onHold(row: WireRow | undefined): void };

function BoardColumn({ state, held, onHold, ...props }: ColumnProps) {
  const { resource, query, moves } = props;
  const [over, setOver] = useState(false);
  const life = lifecycleOf(resource);
  const { rows, total, estimated, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useStateRows(resource, query, state);
  const option = life?.states[state];
  if (!option) return null;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onHold(undefined);
    if (!held || held.status === state) return;
    const offered = offeredMoves(resource, held).find(
      ({ move, step }) => !dropsPendingMove(step) && (move.to === state || (move.orTo ?? []).includes(state)),
    );
    if (offered) moves.start(offered, [held]);
    else {
      const from = life.states[held.status ?? ''];
      toast.error(
        translate(texts.noMove, {
          title: titleOf(resource, held),
          from: from ? translate(from) : '',
          to: translate(option),
        }),
      );
    }
  };
  return (
    <section
      className="xj-board-column"
      data-over={over || undefined}
      aria-label={translate(option)}
      onDragOver={(event) => {
        if (!held) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <header>
        <button
          type="button"
          className="xj-board-state"
          onClick={() => props.onOnly({ field: 'status', operator: '=', value: state })}
        >
          <OptionTag option={option} />
        </button>
        <span>{translate(estimated ? texts.about : texts.count, { n: total })}</span>
      </header>
      {error && <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />}
      <ul aria-busy={isPending}>
        {isPending && [1, 2, 3].map((bone) => <li key={bone} className="xj-board-card xj-bone-card" />)}
        {rows.map((row) => (
          <BoardCard key={row.id} {...props} row={row} onHold={onHold} />
        ))}
        {!isPending && rows.length === 0 && <li className="xj-board-none">{translate(texts.none)}</li>}
      </ul>
      {hasNextPage && rows.length < total && (
        <Button type="text" size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {translate(texts.more)}
        </Button>
      )}
    </section>
  );
}

/** Fields below the title of a card. */
const cardFields = 3;

function BoardCard({
  resource,
  row,
  settings,
  onOpen,
  onHold,
  actions,
}: LensProps & { row: WireRow; onHold?(row: WireRow | undefined): void }) {
  const names = settings.columns
    .filter(
      ({ name, shown }) =>
        shown &&
        name !== resource.title &&
        name !== 'status' &&
        name !== 'due_at' &&
        hasValueToShow(resource, row, name),
    )
    .slice(0, cardFields)
    .map((one) => one.name);
  return (
    <li
      className="xj-board-card"
      data-row={row.id}
      draggable={onHold !== undefined && (row._moves?.length ?? 0) > 0}
      onDragStart={() => onHold?.(row)}
      onDragEnd={() => onHold?.(undefined)}
    >
      <TitleCell resource={resource} row={row} onOpen={onOpen}>
        {titleOf(resource, row)}
      </TitleCell>
      {typeof row.due_at === 'number' && <DueCell resource={resource} row={row} />}
      <CardFields resource={resource} row={row} names={names} />
      {actions(row)}
    </li>
  );
}
