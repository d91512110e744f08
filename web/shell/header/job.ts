import { download } from '#web/http/file-link.ts';
import type { ImportReport } from '#web/resource/resource-calls.ts';

/** Long work of this person, as the server tells it. */
export interface Job {
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
    /** Of what was done with many rows: how many were done and refused, and of the first refused why. */
    done?: number;
    refusals?: number;
    refused?: readonly { title: string; msg: string }[];
    /** A sheet of all that were refused. */
    refused_url?: string;
  } | null;
}

export const isOpen = (job: Job): boolean => job.status === 'waiting' || job.status === 'running';

/** The link of an answer opens for five minutes; a list may lie open for longer, so each click asks for its own. */
export const fetchResult = (url: string): void => void download(url).catch(() => undefined);

export const percent = (share: number): string => `${Math.round(Math.min(1, Math.max(0, share)) * 100)} %`;
