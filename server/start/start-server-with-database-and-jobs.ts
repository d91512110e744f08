import type { FastifyInstance } from 'fastify';
import { readVersion } from '#data/package-root.ts';
import type { PublicPage } from '#kernel/module/module.ts';
import { cronJobsAndFailedTasksController } from '#server/calls/cron-jobs-and-failed-tasks-controller.ts';
import { memberResourceController } from '#server/calls/member-resource-controller-derived-from-declaration.ts';
import {
  publishedCatalogueController,
  publishedRowsController,
} from '#server/calls/open-data-of-published-rows-controllers.ts';
import { receivePushedReadingsController } from '#server/calls/receive-pushed-time-series-readings-controller.ts';
import { resourceController } from '#server/calls/resource-controller-derived-from-declaration.ts';
import { timeSeriesReadingsController } from '#server/calls/time-series-readings-controller.ts';
import {
  pushingResources,
  secretsOfPushingSourceController,
} from '#server/calls/time-series-source-secrets-controller.ts';
import { timeSeriesStatesAndSuspectReadingsController } from '#server/calls/time-series-states-and-suspect-readings-controller.ts';
import type { Config } from '#server/config.ts';
import { type ChangeListener, listenForChanges } from '#server/db/listen-for-table-changes.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { sweepThumbnails, thumbnailDraftFolder, thumbnailFolder } from '#server/files/create-and-remove-thumbnails.ts';
import { sweepHourly } from '#server/files/storage/temporary-folder-with-hourly-cleanup.ts';
import { resumableFolder, sweepResumable } from '#server/files/upload/begin-read-and-end-resumable-uploads.ts';
import { uploadFolder } from '#server/files/upload/store-upload.ts';
import { ControllerTable, type ServedAction } from '#server/http/controller.ts';
import { watchEmbeddableHosts } from '#server/http/embeddable-hosts-for-csp.ts';
import { resumableUploadRoute } from '#server/http/files/resumable-upload-route.ts';
import {
  storageFolder,
  storageRoute,
  uploadControllers,
} from '#server/http/files/upload-controllers-and-storage-route.ts';
import type { CallDescriptions } from '#server/http/json-schema-and-call-description-types.ts';
import { limitOpenEventStreams } from '#server/http/limit-open-event-streams-per-account-and-address.ts';
import { createRateLimiter } from '#server/http/limit-requests-per-minute-by-account-and-address.ts';
import { liveEventStreamController } from '#server/http/live-event-stream-controller.ts';
import { openRefusalLog, type RefusalLog } from '#server/http/log-refused-calls.ts';
import { serveHtmlPages } from '#server/http/page/serve-html-pages.ts';
import { createMetrics } from '#server/http/prometheus-metrics.ts';
import { watchStorageAndMapHosts } from '#server/http/storage-and-map-hosts-for-csp.ts';
import { createSharedBudgets } from '#server/limit/call-budgets-per-minute-shared-by-processes.ts';
import type { Log } from '#server/log.ts';
import { fileAndLiveStreamCallDescriptions } from '#server/open-api/describe-file-and-live-stream-calls.ts';
import { describeTimeSeriesCalls } from '#server/open-api/describe-time-series-calls.ts';
import { openApiController } from '#server/open-api/open-api-controller.ts';
import type { Platform, RouteServices, ServerModule } from '#server/platform/server-module-declaration.ts';
import { createHttpServer } from '#server/start/create-http-server.ts';
import { scheduleOf, startJobQueue } from '#server/start/start-job-queue.ts';
import { StartupError } from '#server/startup-error.ts';
import { backgroundJobsOfCallerController } from '#server/transfer/list-and-show-background-jobs-of-caller-controller.ts';
import { uploadedSheetToChildRowCellsControllers } from '#server/transfer/read-uploaded-sheet-as-cells-to-fill-child-rows-controllers.ts';

export interface RunningServer {
  /** `http://127.0.0.1:8000` */
  address: string;
  app: FastifyInstance;
  /** Refusals not yet written to the operation log. */
  refusals: RefusalLog;
  /** All served actions. */
  served: readonly ServedAction[];
  stop(): Promise<void>;
}

export interface StartServerOptions {
  platform: Platform & { modules: readonly ServerModule[] };
  config: Config;
  log: Log;
  webRoot?: string;
  /** The public pages that open without the shell. */
  lightPages?: readonly PublicPage[];
  /** A listener started before the engine was created; without it all caches are read once more. */
  ear?: ChangeListener;
}

/** Starts the server: declared resources, modules' own calls, files, live events and operational endpoints. */
export async function startServer({
  platform,
  config,
  log,
  webRoot,
  lightPages = [],
  ear: early,
}: StartServerOptions): Promise<RunningServer> {
  const { engine, authenticator, relay } = platform;
  const streams = limitOpenEventStreams();
  const schedule = scheduleOf(engine, platform.modules);
  const controllers = collectControllers(platform, schedule, streams);
  const metrics = createMetrics(engine.db, () => streams.size);
  let stopping = false;
  const frames = watchEmbeddableHosts(
    engine,
    platform.modules.flatMap(({ framed }) => framed ?? []),
  );
  const limiter = createRateLimiter(config.rateLimit, createSharedBudgets(engine.db, log));
  const refusals = openRefusalLog(engine.db, log);
  const app = await createHttpServer({
    engine,
    controllers,
    authenticator,
    limiter,
    refusals,
    log,
    foreignHosts: watchStorageAndMapHosts(engine),
    frameHosts: frames.now,
    lightPages,
    ...(webRoot ? { webRoot } : {}),
    health: {
      ready: async () => !stopping && (await answersNow(engine)),
      metrics: metrics.read,
    },
    registerRoutes(fastify, inOrder) {
      metrics.observe(fastify);
      storageRoute(fastify, engine);
      resumableUploadRoute(fastify, { engine, controllers, authenticator, limiter, refusals });
      registerRoutesOfModules(platform, { ...platform, app: fastify, limiter, inOrder });
    },
  });
  const ear = early ?? (await listenForChanges(engine.db, log));
  const cached = cachedTables(engine);
  // changes by other processes; frame hosts last, because they depend on settings
  await ear.follow([...cached, frames]);
  for (const one of early ? [frames] : [...cached, frames]) await one.reload();
  const address = await listen(app, config).catch(async (error: unknown) => {
    await ear.stop();
    throw error;
  });
  const stopSweeping = await sweepHourly(temporaryFolders(engine), log);
  // jobs queued by calls meanwhile wait, as during the start of another process
  const jobs = await startJobQueue(engine, platform.modules, schedule).catch(async (error: unknown) => {
    stopSweeping();
    await app.close();
    await ear.stop();
    throw error;
  });
  return {
    address,
    app,
    refusals,
    served: controllers.served,
    async stop() {
      stopping = true;
      stopSweeping();
      streams.closeAll();
      relay.stop();
      await app.close();
      await refusals.stop();
      await jobs.stop();
      await ear.stop();
    },
  };
}

/** Whether the database answers. Queried directly, because the caller wants the present state without waiting. */
const answersNow = ({ db }: Engine): Promise<boolean> =>
  db.pool.query('select 1').then(
    () => true,
    () => false,
  );

/** Pages that modules make on the server, and their addresses outside of /admin and /api. */
function registerRoutesOfModules({ modules }: StartServerOptions['platform'], services: RouteServices): void {
  serveHtmlPages(services.app, modules, services);
  for (const { routes } of modules) routes?.(services);
}

/** Controllers of modules, resources, time series and of the server itself. */
function collectControllers(
  platform: StartServerOptions['platform'],
  schedule: ReturnType<typeof scheduleOf>,
  streams: ReturnType<typeof limitOpenEventStreams>,
): ControllerTable {
  const { engine, authenticator, relay, modules } = platform;
  const wordVersion = () => engine.optionLists.version();
  const controllers = new ControllerTable();
  for (const one of modules.flatMap((part) => part.controllers?.(platform) ?? [])) controllers.add(one);
  for (const one of engine.resources) {
    controllers.add(resourceController(one), true);
    const own = memberResourceController(one, engine);
    if (own) controllers.add(own, true);
    if (one.published) controllers.add(publishedRowsController(engine, one));
  }
  for (const one of engine.series) {
    controllers.add(timeSeriesReadingsController(engine, one));
    controllers.add(timeSeriesStatesAndSuspectReadingsController(engine, one));
    const pushed = receivePushedReadingsController(engine, one);
    if (pushed) controllers.add(pushed);
  }
  controllers.add(publishedCatalogueController(engine));
  for (const one of pushingResources(engine)) controllers.add(secretsOfPushingSourceController(engine, one));
  for (const one of [...uploadControllers(), ...uploadedSheetToChildRowCellsControllers]) controllers.add(one);
  controllers.add(cronJobsAndFailedTasksController(engine, schedule));
  for (const area of ['admin', 'api'] as const) {
    controllers.add(backgroundJobsOfCallerController(engine, area));
    controllers.add(
      liveEventStreamController(area, { relay, authenticator, find: engine.find, open: streams, wordVersion }),
    );
  }
  controllers.add(
    openApiController({
      resources: engine.resources,
      controllers,
      descriptions: Object.assign(
        {},
        fileAndLiveStreamCallDescriptions,
        ...engine.series.map(describeTimeSeriesCalls),
        ...modules.map((part) => part.calls),
      ) as CallDescriptions,
      version: readVersion(),
      wordVersion,
    }),
  );
  return controllers;
}

/** Cached tables, with the reload of each cache. */
const cachedTables = (engine: Engine) => [
  { tables: ['system_area', 'system_calendar', 'system_time_rule'], reload: () => engine.reference.reload() },
  { tables: ['system_word'], reload: () => engine.optionLists.reload() },
  { tables: ['system_setting'], reload: () => engine.settingCache.reload() },
  { tables: ['auth_menu'], reload: () => engine.remarks.reload() },
  { tables: engine.screening.tables, reload: () => engine.screening.reload() },
  { tables: ['message_template'], reload: () => engine.messages.reload() },
  {
    tables: ['security_data_recycle', 'security_sensitive_data'],
    reload: () => engine.recycleAndChangeLogRules.reload(),
  },
];

/** Folders from which abandoned files are removed every hour. */
function temporaryFolders(engine: Engine) {
  const storage = storageFolder(engine);
  return [
    uploadFolder(engine.db, storage),
    { folder: resumableFolder(storage), sweep: () => sweepResumable(engine.db, storage) },
    { folder: thumbnailFolder(storage), sweep: () => sweepThumbnails(storage) },
    thumbnailDraftFolder(storage),
  ];
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartupError(
        {
          'zh-cn': `端口 ${port} 已被占用，请用 PORT 另选一个。`,
          en: `Port ${port} is already in use; choose another with PORT.`,
        },
        { cause: error },
      );
    if (code === 'EACCES')
      throw new StartupError(
        {
          'zh-cn': `没有权限监听端口 ${port}，请用 PORT 选 1024 以上的端口。`,
          en: `No permission to listen on port ${port}; choose one above 1024 with PORT.`,
        },
        { cause: error },
      );
    if (code === 'EADDRNOTAVAIL')
      throw new StartupError(
        { 'zh-cn': `本机没有地址 ${host}，请检查 HOST。`, en: `This machine has no address ${host}; check HOST.` },
        { cause: error },
      );
    throw error;
  }
  const bound = app.server.address();
  const actual = typeof bound === 'object' && bound ? bound.port : port;
  return `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${actual}`;
}
