import { useEffect, useRef, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { get, isCancelled } from '#web/http/client.ts';
import { WireError } from '#web/http/error-of-http-call.ts';
import { subscribeToLiveEvents } from '#web/http/live-event-stream-client.ts';
import { translate } from '#web/i18n/locale.ts';
import { importResultText } from '#web/resource/import-result-texts.ts';
import { type ImportChoices, type ImportReport, importRows, refreshResource } from '#web/resource/resource-calls.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import { useUserPreference } from '../../http/user-preference-stored-on-server.ts';
import { hasImportChoices, parseStoredImportChoices } from './parse-stored-import-choices.ts';

const texts = { failed: text('导入失败，没有写入数据', 'Import failed; no data was written') };

/** The file was imported before: this needs confirmation. */
export interface RepeatedImport {
  state: 'imported' | 'running' | 'broken';
  imported: number;
  createtime: number;
}

const repeatedOf = (error: unknown): RepeatedImport | undefined =>
  error instanceof WireError && error.reason === 'repeated' ? (error.data as RepeatedImport) : undefined;

export interface ImportJob {
  id: number;
  status: 'waiting' | 'running' | 'done' | 'failed';
  progress: number;
  done: number;
  total: number;
  message: string | null;
  result: { report?: ImportReport } | null;
}

/** Progress comes by live events; in ms, how often it is polled when they are interrupted. */
const pollInterval = 2000;

/** Waits for the end of a job. */
async function followJob(id: number, onProgress: (job: ImportJob) => void, signal: AbortSignal): Promise<ImportJob> {
  for (;;) {
    const { job } = await get<{ job: ImportJob }>(
      `/${areaPaths().app}/job/show`,
      { id },
      { quiet: true, duplicate: 'allow', signal },
    );
    onProgress(job);
    if (job.status === 'done' || job.status === 'failed') return job;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        stop();
        resolve();
      };
      const timer = setTimeout(wake, pollInterval);
      const stop = subscribeToLiveEvents(['job'], (event) => {
        if (event.row_id === id || event.payload.id === id) wake();
      });
      signal.addEventListener('abort', wake, { once: true });
    });
  }
}

export type ImportMode = 'all_or_nothing' | 'valid_only';

/** What was chosen for sheets of a resource, as it is stored, and whether it changed since the last trial. */
function useImportChoices(resource: AnyResource) {
  const preference = useUserPreference(`import:${resource.name}`);
  const [choices, setChoices] = useState<ImportChoices>(() => parseStoredImportChoices(preference.value));
  const [changed, setChanged] = useState(false);
  const change = (part: (before: ImportChoices) => Partial<ImportChoices>) => {
    setChoices((before) => ({ ...before, ...part(before) }));
    setChanged(true);
  };
  const chooseColumn = (header: string, name: string) =>
    change(({ columns }) => ({ columns: { ...columns, [header]: name } }));
  const chooseValue = (name: string, given: string) =>
    change(({ values }) => ({ values: { ...values, [name]: given } }));
  const chooseWord = (header: string, word: string, option: string) =>
    change(({ synonyms }) => ({ synonyms: { ...synonyms, [header]: { ...synonyms[header], [word]: option } } }));
  return { preference, choices, setChoices, changed, setChanged, chooseColumn, chooseValue, chooseWord };
}

/** A file to import, its report, and the two steps. */
export function useImport(resource: AnyResource, onClose: () => void) {
  const [file, setFile] = useState<File>();
  const [mode, setMode] = useState<ImportMode>('all_or_nothing');
  const [job, setJob] = useState<ImportJob>();
  const [running, setRunning] = useState(false);
  const [report, setReport] = useState<ImportReport>();
  const [problem, setProblem] = useState<string>();
  const [repeated, setRepeated] = useState<RepeatedImport>();
  const { preference, choices, setChoices, changed, setChanged, ...choosing } = useImportChoices(resource);
  const abort = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    abort.current = controller;
    return () => controller.abort();
  }, []);

  const run = async (dry: boolean, again = false) => {
    const signal = abort.current?.signal;
    if (!file || !signal) return;
    setRunning(true);
    setProblem(undefined);
    setRepeated(undefined);
    try {
      const answer = await importRows(resource, file, mode, { dry, again, ...choices });
      const ended = answer.job_id === undefined ? undefined : await followJob(answer.job_id, setJob, signal);
      const finalReport = answer.report ?? ended?.result?.report;
      if (!finalReport) {
        setProblem(ended?.message ?? translate(texts.failed));
        return;
      }
      setReport(finalReport);
      const proposed = (finalReport.columns ?? []).filter(
        (one) => one.field === null && one.suggested !== null && choices.columns[one.header] === undefined,
      );
      // proposed fields are used only after a dry run has shown them
      if (proposed.length > 0)
        setChoices({
          ...choices,
          columns: {
            ...choices.columns,
            ...Object.fromEntries(proposed.map((one) => [one.header, one.suggested ?? ''])),
          },
        });
      setChanged(proposed.length > 0);
      if (!dry && hasImportChoices(choices)) preference.save(choices);
      if (!dry) {
        await refreshResource(resource.name);
        if (finalReport.imported > 0)
          toast[finalReport.imported < finalReport.total ? 'info' : 'success'](importResultText(finalReport));
        if (finalReport.errors.length === 0) onClose();
      }
    } catch (error) {
      if (repeatedOf(error)) setRepeated(repeatedOf(error));
      else if (!isCancelled(error))
        setProblem(error instanceof Error && error.message ? error.message : translate(texts.failed));
    } finally {
      setRunning(false);
      setJob(undefined);
    }
  };

  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setReport(undefined);
    setProblem(undefined);
    setRepeated(undefined);
    setChanged(false);
  };
  const state = { file, mode, setMode, job, running, report, problem, repeated, choices, changed };
  return { ...state, ...choosing, run, choose };
}

export type ImportState = ReturnType<typeof useImport>;
