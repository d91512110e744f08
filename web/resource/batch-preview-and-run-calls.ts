import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { WireParams } from '#kernel/list/list-query-in-url.ts';
import { post } from '#web/http/client.ts';
import { pathOf } from '#web/resource/resource-calls.ts';

/** The rows of a batch: some, each with its version and optional values, or all that match. */
export type ChosenRows =
  | { readonly rows: readonly (readonly [id: number, version: number | undefined, values?: object])[] }
  | { readonly all: WireParams & { readonly n?: number } };

interface BatchOrder {
  readonly operation: string;
  /** Step of a move with several approvers. */
  readonly step?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A refused row, by its title. */
export interface RefusedRow {
  readonly id: number;
  readonly title: string;
  /** Its number, where the title is something else. */
  readonly number?: string;
  readonly msg: string;
}

/** Result of a dry run: of `n` rows, `tried` were tried. */
export interface BatchPreview {
  readonly n: number;
  readonly tried: number;
  readonly refused: readonly RefusedRow[];
}

export type BatchAnswer =
  | {
      readonly done: readonly number[];
      readonly refused: readonly RefusedRow[];
      /** Address of a sheet of the refused rows, with reasons and what to do. */
      readonly refused_url?: string;
      readonly undo?: readonly number[];
    }
  | { readonly job_id: number; readonly n: number };

/** Timeout in ms: five hundred rows take a while. */
const patience = 120_000;

const postBatch = <T>(resource: AnyResource, order: BatchOrder, rows: ChosenRows, dry: '0' | '1'): Promise<T> =>
  post(pathOf(resource, 'batch'), { ...order, ...rows, dry }, { quiet: true, timeout: patience });

/** Runs a batch as a dry run, which changes nothing. */
export const previewBatch = (resource: AnyResource, order: BatchOrder, rows: ChosenRows): Promise<BatchPreview> =>
  postBatch(resource, order, rows, '1');

/** Runs a batch: at once, or as a job for many rows. */
export const runBatch = (resource: AnyResource, order: BatchOrder, rows: ChosenRows): Promise<BatchAnswer> =>
  postBatch(resource, order, rows, '0');
