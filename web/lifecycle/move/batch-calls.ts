import type { AnyResource } from '#kernel/declaration/resource.ts';
import { post } from '#web/http/client.ts';
import type { WireParams } from '#web/resource/list-query.ts';
import { pathOf } from '#web/resource/resource-calls.ts';

/** The rows something is done with: some, each at its version and with values of its own, or all that match. */
export type ChosenRows =
  | { readonly rows: readonly (readonly [id: number, version: number | undefined, values?: object])[] }
  | { readonly all: WireParams & { readonly n?: number } };

export interface BatchOrder {
  readonly operation: string;
  /** Of a move with several approvers: whose approval it is. */
  readonly step?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A row that is refused, by its name. */
export interface RefusedRow {
  readonly id: number;
  readonly title: string;
  /** Where it is called otherwise. */
  readonly number?: string;
  readonly msg: string;
}

/** What would come of it: of `n` rows that are meant, `tried` were tried. */
export interface BatchPreview {
  readonly n: number;
  readonly tried: number;
  readonly refused: readonly RefusedRow[];
}

export type BatchAnswer =
  | {
      readonly done: readonly number[];
      readonly refused: readonly RefusedRow[];
      /** A sheet of these, with why and what to do. */
      readonly refused_url?: string;
      readonly undo?: readonly number[];
    }
  | { readonly job_id: number; readonly n: number };

/** Five hundred rows take a while. In ms. */
const patience = 120_000;

const postBatch = <T>(resource: AnyResource, order: BatchOrder, rows: ChosenRows, dry: '0' | '1'): Promise<T> =>
  post(pathOf(resource, 'batch'), { ...order, ...rows, dry }, { quiet: true, timeout: patience });

/** Tells what would happen, and changes nothing. */
export const previewBatch = (resource: AnyResource, order: BatchOrder, rows: ChosenRows): Promise<BatchPreview> =>
  postBatch(resource, order, rows, '1');

/** Does one thing with many rows: at once, or by a job where they are many. */
export const runBatch = (resource: AnyResource, order: BatchOrder, rows: ChosenRows): Promise<BatchAnswer> =>
  postBatch(resource, order, rows, '0');
