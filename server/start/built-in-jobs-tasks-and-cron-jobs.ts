import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { removeOldResults, resultFolder } from '#server/files/name-find-and-remove-job-result-files.ts';
import { deleteOldRuns } from '#server/jobs/cron-jobs-and-their-runs.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { indexNames, indexNamesTask } from '#server/read/search/index-row-names-for-search.ts';
import { notFound } from '#server/refusal.ts';
import { removeAgedRows } from '#server/retention/remove-aged-rows.ts';
import { createPartitions, dropPartitions } from '#server/time-series/create-and-drop-partitions.ts';
import {
  lateReadingsTask,
  measureUsualJumps,
  storeLateReadings,
} from '#server/time-series/find-and-decide-suspect-and-store-late-readings.ts';
import { removeOldNonces } from '#server/time-series/issue-secrets-and-verify-signatures-of-pushing-sources.ts';
import { rollUpHours } from '#server/time-series/roll-up-and-read-hourly-figures.ts';
import { markRowsWithoutReadings } from '#server/time-series/update-reading-states-and-levels-of-rows.ts';
import type { ChosenCellTexts, ChosenColumns } from '#server/transfer/read/map-sheet-columns-to-fields.ts';
import type { ImportMode } from '#server/transfer/write-or-try-rows-of-parsed-import.ts';
import { emitDeadlineEvents } from '#server/write/row-set/emit-deadline-events.ts';
import { recalculateClocks, recalculationTask } from '#server/write/row-set/recalculate-deadline-clocks.ts';
import { deleteOldImportProgress } from '../transfer/claim-imported-file-once.ts';
import {
  readStoredExportRequest,
  type StoredExportRequest,
  writeExportFile,
} from '../transfer/export/start-export-and-write-export-file.ts';
import { authoriseExportOrImport } from '../transfer/read/authorise-export-or-import.ts';
import { runBatch } from '../transfer/run-batch-write-job.ts';
import { deleteSheetOfEndedImport, describeInterruptedImport, runImportJob } from '../transfer/run-import-job.ts';

/** Jobs, tasks and scheduled work of every installation: exports, imports, recalculation of limits, and clean-up. */
export const builtInJobsTasksAndCronJobs: Pick<ServerModule, 'jobs' | 'tasks' | 'scheduled'> = {
  jobs: {
    export: {
      restarts: true,
      async run(engine, { job, caller, signal, progress }) {
        const stored = job.params as unknown as StoredExportRequest;
        const resource = declaredAs(engine, stored.resource);
        await authoriseExportOrImport(engine, resource, caller, 'export');
        const order = readStoredExportRequest(engine, resource, caller, stored);
        return writeExportFile(engine, caller, order, { signal, onProgress: progress });
      },
    },
    import: {
      // progress is saved with the written rows, so a repeat continues after them
      restarts: true,
      describeFailure: describeInterruptedImport,
      clear: deleteSheetOfEndedImport,
      async run(engine, { job, caller, signal, progress }) {
        const { resource, ...order } = job.params as {
          resource: string;
          file: string;
          mode: ImportMode;
          dry: boolean;
          columns?: ChosenColumns;
          values?: ChosenCellTexts['values'];
          synonyms?: ChosenCellTexts['synonyms'];
        };
        const declared = declaredAs(engine, resource);
        await authoriseExportOrImport(engine, declared, caller, 'import');
        return {
          ...(await runImportJob(
            engine,
            caller,
            { ...order, job: job.id, resource: declared },
            { signal, onProgress: progress },
          )),
        };
      },
    },
    // each written row is marked as done
    batch: { restarts: true, run: (engine, context) => runBatch(engine, context.caller, context) },
  },
  tasks: {
    [indexNamesTask]: async (engine) => void (await indexNames(engine.db, engine.resources)),
    [recalculationTask]: async (engine) => void (await recalculateClocks(engine)),
    [lateReadingsTask]: async (engine, { series }) => {
      const one = engine.series.find(({ name }) => name === series);
      if (one) await storeLateReadings(engine, one);
    },
  },
  scheduled: {
    create_partitions: {
      label: text('准备后续分区，删除到期分区', 'Prepare upcoming partitions and drop expired ones'),
      at: '30 2 * * *',
      async run({ db, series, log }) {
        await db.query('call create_partitions(3)');
        await createPartitions(db, series);
        const dropped = await dropPartitions(db, series);
        if (dropped.length > 0) log.info({ dropped }, 'readings removed that were past their age');
      },
    },
    purge: {
      label: text('清理过期数据', 'Remove expired data'),
      at: '45 2 * * *',
      async run(engine, context) {
        const { db } = engine;
        await removeOldResults(resultFolder(engine));
        await deleteOldImportProgress(db);
        await deleteOldRuns(db);
        await db.query(
          `delete from session s where not exists (select from token t where t.session_id = s.id) and last_seen < now() - interval '1 day'`,
        );
        await removeAgedRows(engine, context);
      },
    },
    recount_limits: {
      label: text('核对各项期限', 'Check deadlines'),
      at: '20 0 * * *',
      run: async (engine) => void (await recalculateClocks(engine)),
    },
    measure_jumps: {
      label: text('统计读数的常见变化幅度', 'Measure how much readings usually change'),
      at: '10 3 * * *',
      async run(engine) {
        for (const one of engine.series) await measureUsualJumps(engine, one);
      },
    },
    roll_up_readings: {
      label: text('按小时汇总读数', 'Roll up readings by the hour'),
      at: '4 * * * *',
      async run(engine) {
        for (const one of engine.series) await rollUpHours(engine, one);
      },
    },
    find_lost_data: {
      label: text('查找中断的读数', 'Find rows whose readings have stopped'),
      at: '* * * * *',
      async run(engine) {
        await removeOldNonces(engine);
        for (const one of engine.series) await markRowsWithoutReadings(engine, one);
      },
    },
    tell_due: {
      label: text('提醒即将到期和超期的期限', 'Remind of due and overdue deadlines'),
      at: '* * * * *',
      run: async (engine) => void (await emitDeadlineEvents(engine)),
    },
  },
};

function declaredAs(engine: Engine, name: string): AnyResource {
  const declared = engine.find(name);
  if (!declared) throw notFound();
  return declared;
}
