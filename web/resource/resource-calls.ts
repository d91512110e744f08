import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { EvidenceInTimeline } from '#kernel/lifecycle/move-evidence-inputs.ts';
import type { RowGroup } from '#kernel/list/list-grouping-fields-and-group-sums.ts';
import type { WireParams } from '#kernel/list/list-query-in-url.ts';
import type { MeasureFigure } from '#kernel/resource/statistical-measures-of-resource.ts';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import type { ListPage } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { type CallOptions, del, get, post } from '#web/http/client.ts';
import { queryClientOf } from '#web/http/react-query-client-by-sign-in-area.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';

/** Path of a call on a resource: `/admin/enterprise.licence/index`, and `/api/…` for members. */
export const pathOf = (resource: Pick<AnyResource, 'name'>, action: string): string =>
  `/${areaPaths().app}/${controllerNameOf(resource)}/${action}`;

/** A page of a list; trees answer `options` or nested children in `list`. */
export interface WireList extends Partial<ListPage<WireRow>> {
  list?: WireRow[];
  options?: WireRow[];
}

/** The caller shows errors at the place they concern; the HTTP client shows none. */
const quiet: CallOptions = { quiet: true, duplicate: 'allow' };

export const listRows = (
  resource: Pick<AnyResource, 'name'>,
  params: WireParams | Record<string, unknown>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<WireList> =>
  get<WireList>(pathOf(resource, 'index'), { ...params }, { ...quiet, ...(signal ? { signal } : {}) });

/** Position of a row: key, longitude, latitude (WGS-84), title, state, area code. */
export type RowPoint = readonly [
  id: number,
  lng: number,
  lat: number,
  title: string | null,
  status: string | null,
  area: string | null,
];

/** Positions of all rows of a list; `more`: only the first ten thousand were answered. */
export const readPoints = (
  resource: Pick<AnyResource, 'name'>,
  params: WireParams | Record<string, unknown>,
  signal?: AbortSignal,
): Promise<{ points: RowPoint[]; more: boolean }> =>
  get(pathOf(resource, 'points'), { ...params }, { ...quiet, ...(signal ? { signal } : {}) });

export interface MeasureFigures {
  readonly list: readonly MeasureFigure[];
  /** There are more than the answer has. */
  readonly more: boolean;
  /** The present month, as `2026-11`. */
  readonly month: string;
}

/** Figures of a measure over the rows of a list; `asked` has its name and breakdown. */
export const readFigures = (
  resource: Pick<AnyResource, 'name'>,
  params: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<MeasureFigures> => get(pathOf(resource, 'measure'), params, { ...quiet, ...(signal ? { signal } : {}) });

/** Groups of the rows of a list; `asked` has the field and what is summed. */
export const readGroups = (
  resource: Pick<AnyResource, 'name'>,
  params: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<{ list: RowGroup[]; more: boolean }> =>
  get(pathOf(resource, 'groups'), params, { ...quiet, ...(signal ? { signal } : {}) });

/** A row with all fields, as its form needs it. */
export const readRow = async (
  resource: AnyResource,
  id: number,
  { signal }: { signal?: AbortSignal } = {},
): Promise<WireRow> =>
  (await get<{ row: WireRow }>(pathOf(resource, 'edit'), { id }, { ...quiet, ...(signal ? { signal } : {}) })).row;

export type RowValues = Readonly<Record<string, unknown>>;

export const addRow = (resource: AnyResource, values: RowValues): Promise<{ id?: number } | null> =>
  post(pathOf(resource, 'add'), values, { quiet: true });

export const editRow = (resource: AnyResource, values: RowValues): Promise<unknown> =>
  post(pathOf(resource, 'edit'), values, { quiet: true });

/** Deletes rows. The result can be passed to `restoreRows` for a moment. */
export const deleteRows = (resource: AnyResource, ids: readonly number[]): Promise<{ undo?: number[] } | null> =>
  del(pathOf(resource, 'del'), { ids }, { quiet: true });

export const restoreRows = (resource: AnyResource, ids: readonly number[]): Promise<unknown> =>
  post(pathOf(resource, 'restore'), { ids });

/** Swaps the places of two rows. */
export const swapRows = (resource: AnyResource, id: number, targetId: number): Promise<unknown> =>
  post(pathOf(resource, 'sortable'), { id, targetId });

export interface PerformedMove {
  row: WireRow;
  undo?: { history_id: number; until: number };
}

export const performMove = (
  resource: AnyResource,
  move: string,
  row: Pick<WireRow, 'id' | 'version'>,
  input: RowValues,
  step?: string,
): Promise<PerformedMove> =>
  post(
    pathOf(resource, move),
    { ...input, ...(step === undefined ? {} : { step }), id: row.id, version: row.version },
    { quiet: true },
  );

/** Undoes a reversible move or an edit, within seconds, by its maker. */
export const undoChange = (resource: AnyResource, historyId: number): Promise<unknown> =>
  post(pathOf(resource, 'undo'), { history_id: historyId });

export const revealFields = async (
  resource: AnyResource,
  id: number,
  fields: readonly string[],
  reason: string,
): Promise<RowValues> =>
  (await post<{ row: Record<string, unknown> }>(pathOf(resource, 'reveal'), { id, fields, reason }, { quiet: true }))
    .row;

type Pairs = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** An entry of a timeline: a change, a comment, a message, a look at personal data. */
export interface TimelineEntry {
  id: number;
  kind: 'change' | 'part' | 'comment' | 'message' | 'notice' | 'reveal';
  action: string;
  move: string | null;
  from: string | null;
  to: string | null;
  actor_type: string;
  actor_name: string | null;
  actor_role: string;
  createtime: number;
  /** Id shared by all entries of one transaction. */
  act: string | null;
  note: string | null;
  changes: Pairs | null;
  /** Labels of values that are keys of rows or areas, by field. */
  names?: Pairs;
  /** What was attached to a move as proof. */
  evidence?: EvidenceInTimeline;
  /** The child row an entry is about. */
  of?: { resource: string; id: number; title: string | null };
  /** Details of a comment, a message or a look at personal data. */
  told?: RowValues;
}

export const readTimeline = (
  resource: AnyResource,
  id: number,
  before?: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<{ list: TimelineEntry[]; more: boolean; next: string | null }> =>
  get(
    pathOf(resource, 'timeline'),
    { id, ...(before === undefined ? {} : { before }) },
    { ...quiet, ...(signal ? { signal } : {}) },
  );

export const exportRows = (
  resource: AnyResource,
  params: { format: 'xlsx' | 'csv'; columns: readonly string[] } & WireParams,
): Promise<{ url?: string; job_id?: number }> =>
  post(pathOf(resource, 'export'), params, { loading: true, timeout: 60_000 });

export interface SkippedWorkbookSheet {
  sheet: string;
  why: 'hidden' | 'explains' | 'none' | 'fewer' | 'same' | 'unread';
}

export interface ImportReport {
  total: number;
  valid: number;
  imported: number;
  errors: { sheet?: string; row: number; column: string; field: string; message: string; value?: string }[];
  /** For a dry run: the matched field of each column, and candidates. */
  columns?: { header: string; field: string | null; suggested: string | null }[];
  /** Rows that are not data: their number, and the first of each sheet. */
  skipped_count?: number;
  skipped?: { sheet?: string; row: number; why: 'above' | 'total' | 'note'; text: string }[];
  /** Rows read from further sheets. */
  lists?: { sheet: string; total: number }[];
  /** For a workbook with several sheets: the one that was read, and those that were skipped. */
  read_sheet?: string;
  passed_sheets?: readonly SkippedWorkbookSheet[];
  workbook_url?: string;
}

interface ImportAnswer {
  job_id?: number;
  report?: ImportReport;
}

/** What a person chose for a sheet: fields by header, texts of fields without a cell, and options by header and word. */
export interface ImportChoices {
  readonly columns: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
  readonly synonyms: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const importRows = (
  resource: AnyResource,
  file: File,
  mode: 'all_or_nothing' | 'valid_only',
  { dry, again, columns, values, synonyms }: { dry: boolean; again: boolean } & ImportChoices,
): Promise<ImportAnswer> => {
  const body = new FormData();
  body.append('mode', mode);
  body.append('dry', dry ? '1' : '0');
  body.append('again', again ? '1' : '0');
  body.append('columns', JSON.stringify(columns));
  body.append('values', JSON.stringify(values));
  body.append('synonyms', JSON.stringify(synonyms));
  body.append('file', file);
  return post(pathOf(resource, 'import'), body, { quiet: true, timeout: 120_000 });
};

export const importTemplateUrl = async (resource: AnyResource): Promise<string> =>
  (await get<{ url: string }>(pathOf(resource, 'importTemplate'))).url;

/** Refetches all cached data of a resource that is shown. */
export const refreshResource = (name: string): Promise<void> =>
  queryClientOf().invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'resource' && queryKey[1] === name,
  });
