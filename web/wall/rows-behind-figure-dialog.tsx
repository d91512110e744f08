import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { toWireParams, writeListQuery } from '#kernel/list/list-query-in-url.ts';
import { maxRowIds, type RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import { findMeasure } from '#kernel/resource/statistical-measures-of-resource.ts';
import type { ListPage } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { formatRecent, formatTimestamp } from '#web/cell/format/date-format.ts';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { pathOf, readFigures } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { formatFigureInOneLine, formatFigureParts, groupThousands } from './feed/format-wall-figure.ts';
import { useWallSecond } from './feed/wall-clock.ts';
import { useWall } from './feed/wall-context.ts';
import { wallScreenTexts } from './feed/wall-screen-texts.ts';
import { type NamedRows, readPageOfNamedRows } from './read-page-of-rows-by-keys.ts';
import { RowStateLabel } from './tile/row-state-label.tsx';
import { textsOfRowFields } from './tile/texts-of-row-fields.ts';

const PAGE = 40;

type Row = WireRow & { createtime: number; due_at?: number | null; area?: { name?: string } | null };

interface Loaded {
  rows: Row[];
  total: number;
  estimated: boolean;
  /** Number of rows on further pages. */
  rest: number;
  /** The sum over all rows. */
  sum?: number;
  /** Ids of the rows, when no filter describes them, and how many of them so far are not in the caller's list. */
  ids?: readonly number[];
  unlisted?: number;
}

/** The rows behind a number, read from the list itself: same filter, same permission, same masks. */
export function RowsBehindFigureDialog({ rows, onClose }: { rows: RowsBehindFigure | undefined; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const resource = rows && findResource(rows.of);
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === Boolean(rows)) return;
    if (rows) element.showModal();
    else element.close();
  }, [rows]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      className="wall-sheet"
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {rows && resource ? <Content key={JSON.stringify(rows)} {...{ rows, resource, onClose }} titleId={id} /> : null}
    </dialog>
  );
}

interface ContentProps {
  rows: RowsBehindFigure;
  resource: AnyResource;
  titleId: string;
  onClose: () => void;
}

function Content({ rows, resource, titleId, onClose }: ContentProps) {
  const t = useText();
  const unit = (n: number) => t(rows.unit ?? wallScreenTexts.row, { n });
  const { loaded, failure, loading, more, again } = useRows(rows, resource);
  const query = { conditions: rows.conditions, keyword: '', ...(rows.order ? { order: rows.order } : {}) };
  const loadMoreText = (n: number) => t(wallScreenTexts.loadMore, { n, unit: unit(n) });
  const linked = !rows.ids && !rows.source;
  return (
    <div className="wall-sheet-body" aria-busy={loading}>
      <div className="wall-sheet-head">
        <h2 id={titleId}>{t(rows.title)}</h2>
        <Total rows={rows} loaded={loaded} unit={unit} />
        <button type="button" className="wall-close" onClick={onClose}>
          <span aria-hidden="true">×</span>
          <span className="xj-visually-hidden">{t(wallScreenTexts.close)}</span>
        </button>
      </div>
      {failure ? (
        <div className="wall-empty" role="alert">
          <p>{t(wallScreenTexts.failedRows, { why: failure })}</p>
          <button type="button" className="wall-button" onClick={again}>
            {t(wallScreenTexts.again)}
          </button>
        </div>
      ) : (
        <ol className="wall-list">
          {loaded
            ? loaded.rows.map((row) => <Item key={row.id} row={row} resource={resource} rows={rows} />)
            : Array.from({ length: Math.min(8, rows.n) }, (_, at) => `waiting-${at}`).map((key) => (
                <li key={key} className="wall-waiting" aria-hidden="true" />
              ))}
          {loaded && loaded.rows.length === 0 ? <li className="wall-empty">{t(wallScreenTexts.noRows)}</li> : null}
        </ol>
      )}
      <footer>
        {loaded && loaded.rest > 0 ? (
          <button type="button" className="wall-button" disabled={loading} onClick={more}>
            {loadMoreText(Math.min(PAGE, loaded.rest))}
          </button>
        ) : null}
        {linked ? (
          <Link className="wall-button" to={`/admin/${resource.name}?${writeListQuery(query).toString()}`}>
            {t(wallScreenTexts.openList)}
          </Link>
        ) : null}
      </footer>
    </div>
  );
}

interface TotalProps {
  rows: RowsBehindFigure;
  loaded: Loaded | undefined;
  unit(n: number): string;
}

/** Number of rows and their sum as the list has them, which may be newer than the wall. */
function Total({ rows, loaded, unit }: TotalProps) {
  const t = useText();
  const { at } = useWall();
  const listed = listedNumber(rows, loaded);
  const named = loaded?.ids?.length;
  const summed = listed.sum?.rows !== undefined;
  const n = summed ? formatFigureInOneLine(formatFigureParts(listed, t)) : groupThousands(listed.n);
  const moved = loaded && !loaded.estimated && (listed.n !== rows.n || listed.sum?.rows !== rows.sum?.rows);
  const [exact, about] = summed
    ? [wallScreenTexts.countSum, wallScreenTexts.countSumEstimated]
    : [wallScreenTexts.count, wallScreenTexts.countEstimated];
  return (
    <p>
      {t(loaded?.estimated ? about : exact, { n, unit: unit(listed.n) })}
      {at === undefined ? null : <small>{t(wallScreenTexts.rowsNow)}</small>}
      {at === undefined && moved && (rows.sum === undefined || rows.sum.rows !== undefined) ? (
        <small>{t(summed ? wallScreenTexts.differsSum : wallScreenTexts.differs, { n, unit: unit(listed.n) })}</small>
      ) : null}
      {named !== undefined && named < listed.n ? (
        <small>
          {t(named < maxRowIds ? wallScreenTexts.listedOfTotal : wallScreenTexts.firstOfTotal, {
            n: groupThousands(named),
            unit: unit(named),
          })}
        </small>
      ) : null}
      {loaded?.unlisted ? (
        <small>
          {t(wallScreenTexts.unlisted, { n: groupThousands(loaded.unlisted), unit: unit(loaded.unlisted) })}
        </small>
      ) : null}
    </p>
  );
}

/** The number as the list has it, instead of the one that opened the sheet. */
function listedNumber(
  rows: RowsBehindFigure,
  loaded: Loaded | undefined,
): Pick<RowsBehindFigure, 'n' | 'unit' | 'sum'> {
  if (!loaded) return rows;
  if (!rows.sum || loaded.sum === undefined) return { ...rows, n: loaded.total };
  return { ...rows, n: loaded.sum, sum: { ...rows.sum, rows: loaded.total } };
}

function Item({ row, resource, rows: { more, sum } }: { row: Row; resource: AnyResource; rows: RowsBehindFigure }) {
  const t = useText();
  const now = useWallSecond();
  // Contribution of this row to the sum.
  const part = sum && findMeasure(resource, sum.measure)?.sum;
  const added = part === undefined ? [] : textsOfRowFields(resource, row, [part]);
  const parts = [
    ...(more === undefined ? [] : textsOfRowFields(resource, row, [more])),
    ...added.map((one) => [one, sum?.unit && t(sum.unit, { n: one })].filter(Boolean).join(' ')),
  ];
  const late = Boolean(row.due_at) && Number(row.due_at) <= now;
  return (
    <li>
      <Link to={`/admin/${resource.name}/${row.id}`}>{titleOf(resource, row)}</Link>
      <RowStateLabel resource={resource} status={row.status} />
      <span className="wall-list-more">{[...parts, row.area?.name].filter(Boolean).join(' / ')}</span>
      <span className="wall-list-time" data-late={late ? '' : undefined}>
        {row.due_at
          ? t(wallScreenTexts.due, { at: formatRecent(row.due_at) })
          : t(wallScreenTexts.registered, { at: formatTimestamp(row.createtime, now) })}
      </span>
    </li>
  );
}

/** Reads the rows page by page; the ids that a feed answers are of the moment that the wall showed. */
function useRows(rows: RowsBehindFigure, resource: AnyResource) {
  const { at } = useWall();
  const [openedAt] = useState(at);
  const [loaded, setLoaded] = useState<Loaded>();
  const [failure, setFailure] = useState<string>();
  const [loading, setLoading] = useState(true);
  const [wanted, setWanted] = useState({ page: 1, attempt: 0 });
  const latest = useRef<Loaded>(undefined);
  latest.current = loaded;

  useEffect(() => {
    const control = new AbortController();
    setLoading(true);
    setFailure(undefined);
    const { page: number } = wanted;
    readPage({ rows, resource, page: number, latest: latest.current, at: openedAt }, control.signal).then(
      (page) => {
        if (control.signal.aborted) return;
        const before = wanted.page > 1 ? (latest.current?.rows ?? []) : [];
        const seen = new Set(before.map((one) => one.id));
        setLoaded({ ...page, rows: [...before, ...page.rows.filter((one) => !seen.has(one.id))] });
        setLoading(false);
      },
      (error: unknown) => {
        if (control.signal.aborted) return;
        setFailure(error instanceof Error ? error.message : String(error));
        setLoading(false);
      },
    );
    return () => control.abort();
  }, [rows, resource, wanted, openedAt]);

  return {
    loaded,
    failure,
    loading,
    more: () => setWanted(({ page, attempt }) => ({ page: page + 1, attempt })),
    again: () => setWanted(({ page, attempt }) => ({ page, attempt: attempt + 1 })),
  };
}

interface PageRequest {
  readonly rows: RowsBehindFigure;
  readonly resource: AnyResource;
  readonly page: number;
  /** What the pages before have answered. */
  readonly latest: Loaded | undefined;
  readonly at: number | undefined;
}

/** Ids of the rows and the number of all of them, when no filter describes them. */
async function readIds({ rows, latest, at }: PageRequest, signal: AbortSignal): Promise<NamedRows | undefined> {
  if (latest?.ids) return { ids: latest.ids, total: latest.total };
  if (rows.ids) return { ids: rows.ids, total: Math.max(rows.ids.length, rows.n) };
  if (!rows.source) return undefined;
  const query = { ...rows.source.query, ...(at === undefined ? {} : { at }) };
  return get<{ ids: number[]; total: number }>(`/admin/screen.${rows.source.feed}/index`, query, {
    ...readOptions,
    signal,
  });
}

const readOptions = { quiet: true, area: 'admin', duplicate: 'allow' } as const;

async function readPage(request: PageRequest, signal: AbortSignal): Promise<Loaded> {
  const { rows, resource, page } = request;
  const options = { ...readOptions, signal };
  const path = pathOf(resource, 'index');
  const named = await readIds(request, signal);
  if (named) {
    const before = page > 1 ? (request.latest?.unlisted ?? 0) : 0;
    return readPageOfNamedRows(named, { page, size: PAGE, unlisted: before }, async (ids) => {
      const search = [{ field: 'id', operator: 'IN', val: ids.join(',') }];
      return (await get<ListPage<Row>>(path, { limit: PAGE, search }, options)).list;
    });
  }
  const query = {
    conditions: rows.conditions,
    keyword: '',
    page,
    limit: PAGE,
    ...(rows.order ? { order: rows.order } : {}),
  };
  const params = toWireParams(query, resource);
  const { sum } = rows;
  const measureQuery = { name: sum?.measure, ...(params.search ? { search: params.search } : {}) };
  const [{ list, total, total_estimated }, figures] = await Promise.all([
    get<ListPage<Row>>(path, { ...params }, options),
    sum ? readFigures(resource, measureQuery, signal) : undefined,
  ]);
  const [added] = figures?.list ?? [];
  return {
    rows: list,
    total,
    estimated: Boolean(total_estimated),
    // a short page is the last one, whatever the total says
    rest: list.length < PAGE ? 0 : Math.max(0, total - page * PAGE),
    ...(added ? { sum: Number(added.value) } : {}),
  };
}
