import { downloadFile } from '#web/http/temporary-file-link.ts';
import type { ImportReport } from '#web/resource/resource-calls.ts';

/** A background job of the user, as the server sends it. */
export interface BackgroundJob {
  id: number;
  kind: string;
  title: string;
  status: 'waiting' | 'running' | 'done' | 'failed';
  progress: number;
  done: number;
  total: number;
  message: string | null;
  result: {
    url?: string;
    report?: ImportReport;
    /** Of an action on many rows: how many were done and refused, and the reasons of the first refused ones. */
    done?: number;
    refusals?: number;
    refused?: readonly { title: string; msg: string }[];
    /** URL of a spreadsheet with all refused rows. */
    refused_url?: string;
  } | null;
}

export const isJobUnfinished = (job: BackgroundJob): boolean => job.status === 'waiting' || job.status === 'running';

/**
 * Downloads a result. The link of an answer expires after five minutes, and a list may stay open longer, so each click
 * requests its own.
 */
export const downloadJobResult = (url: string): void => void downloadFile(url).catch(() => undefined);

export const formatPercent = (share: number): string => `${Math.round(Math.min(1, Math.max(0, share)) * 100)} %`;
