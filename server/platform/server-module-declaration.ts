import type { FastifyInstance } from 'fastify';
import type { MessageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import type { TableRetentions } from '#kernel/module/collect-retention-rules.ts';
import { type MemberHome, type MemberHomeOfModule, memberHomeOf } from '#kernel/module/member-home-page-declaration.ts';
import type { Module } from '#kernel/module/module.ts';
import type { AnyTimeSeries } from '#kernel/module/time-series.ts';
import type { SeriesEventMessagesToRowHolders } from '#kernel/module/time-series-event-messages-to-members.ts';
import type { FiguresByPanel } from '#kernel/module/wall-panel-figure-types-for-text-and-pdf.ts';
import type { SettingsSection } from '#kernel/settings/declare-settings-section.ts';
import type { Authenticator } from '#server/auth/authenticate-session-token.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import type { WriteHooksOfAnyResource } from '#server/engine/write-hook-types-for-any-resource.ts';
import type { LiveEventRelay } from '#server/events/live-event-relay.ts';
import type { Controller } from '#server/http/controller.ts';
import type { EmbeddableHostSource } from '#server/http/embeddable-hosts-for-csp.ts';
import type { CallDescriptions } from '#server/http/json-schema-and-call-description-types.ts';
import type { RateLimiter } from '#server/http/limit-requests-per-minute-by-account-and-address.ts';
import type { ServedPage } from '#server/http/page/html-page-types.ts';
import type { Job } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import type { CronJob } from '#server/jobs/cron-jobs-and-their-runs.ts';
import type { JobContext } from '#server/jobs/run-job.ts';
import type { BannedWordSource } from '#server/system/banned-word-cache.ts';
import type { FeedContributionReader } from '#server/wall-panel/merge-module-contributions-into-panel-feed.ts';
import type { MapLayerRows } from '#server/wall-panel/read-map-layers.ts';
import type { PanelReader } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import type { EnterpriseTimelineContributor } from './enterprise-timeline-contributor.ts';
import type { EvidenceFileSources } from './evidence-files-stored-outside-uploads.ts';
import type { CarrierToBoundPeople } from './message-carrier.ts';
import type { RiskContributor } from './risk-score-contributor.ts';

/** What the composition root provides to modules. */
export interface Platform {
  readonly engine: Engine;
  readonly authenticator: Authenticator;
  readonly relay: LiveEventRelay;
}

/** What routes of a module outside of /admin and /api are served with. */
export interface RouteServices extends Platform {
  readonly app: FastifyInstance;
  readonly limiter: RateLimiter;
  /** Runs a call in its turn, within the number of calls that are worked on at once. */
  inOrder<T>(work: () => Promise<T>): Promise<T>;
}

/** Work that nobody waits for, queued by `addTask`. Repeated if it throws. */
export type Task = (engine: Engine, payload: Readonly<Record<string, unknown>>) => Promise<void>;

/** Work that a person waits for, with progress, queued by `createJob`. */
export interface JobWork {
  /**
   * The return value becomes the job's `result`. The caller has their present rights, not those of the time of the
   * request.
   */
  run(engine: Engine, context: JobContext & { caller: Caller }): Promise<Readonly<Record<string, unknown>>>;
  /** Whether the job may be repeated from the start after the server stopped in the middle. Otherwise it has failed. */
  readonly restarts: boolean;
  /** Message for the owner of a failed job. Default: the reason, or to submit it again. */
  describeFailure?(engine: Engine, job: Job): Promise<string | undefined>;
  /** Runs after the end, successful or not: removes temporary data. */
  clear?(engine: Engine, job: Job): Promise<void>;
}

/** Work run by a cron schedule, in Asia/Shanghai. */
export interface ScheduledWork extends Pick<CronJob, 'label'> {
  /** Crontab line such as `5 0 * * *`, or a function that reads it from settings: `(engine) => …`. */
  readonly at: string | ((engine: Engine) => string);
  run(engine: Engine, context: Parameters<CronJob['run']>[0]): Promise<void>;
}

/** The server part of a module: what declarations do not cover, and its part of a member's home page. */
export interface ServerModule extends MemberHomeOfModule {
  readonly name: string;
  /** By resource name. If several modules have hooks for one resource, the order of `modules/server.ts` applies. */
  readonly hooks?: Readonly<Record<string, WriteHooksOfAnyResource>>;
  /** Reactions to events of its own or other modules' resources: `on(enterprise, 'suspended', …)`. */
  readonly subscribers?: Readonly<Record<string, Subscriber>>;
  /** Its sections of 系统设置. */
  readonly settings?: readonly SettingsSection[];
  /** Templates of its text messages. */
  readonly messages?: readonly MessageTemplate[];
  /** Calls besides those derived from declarations. */
  controllers?(platform: Platform): readonly Controller[];
  /** Pages that the server makes itself, readable without script. */
  readonly pages?: readonly ServedPage[];
  /** Addresses outside of /admin and /api, for protocols that others have defined. */
  routes?(services: RouteServices): void;
  /** Descriptions of these calls for the API document. */
  readonly calls?: CallDescriptions;
  /**
   * Prepares the data the module needs in an empty or older database. Runs at every start and must be idempotent. The
   * first module's runs before the others', which run concurrently.
   */
  prepare?(engine: Engine): Promise<void>;
  /** Words that texts must not contain (`screened`). */
  readonly screening?: BannedWordSource;
  /** Hosts of other systems whose pages it embeds. */
  readonly framed?: EmbeddableHostSource;
  /** Its time series (`kernel/module/time-series.ts`). */
  readonly series?: readonly AnyTimeSeries[];
  /**
   * Messages to the members who hold a measured row: `{ 'scenic/flow': { level_raised: flowWarning } }`. Placeholders:
   * `name`, `level`, `value`, `limit`, `percent`.
   */
  readonly seriesMessages?: SeriesEventMessagesToRowHolders;
  /** Tables that are no resources and whose rows age: `{ enterprise_draft: { days: 7, from: 'updatetime' } }`. */
  readonly keep?: TableRetentions;
  /** Feeds of its wall panels, by name. */
  readonly feeds?: Readonly<Record<string, PanelReader>>;
  /** The figures of its wall panels with a feed, in text. */
  readonly panelFigures?: FiguresByPanel;
  /** What it contributes to the answers of feeds of other modules, by their names. */
  readonly feedContributions?: Readonly<Record<string, FeedContributionReader>>;
  /** The rows of its layers of the wall's map, by name of the layer. */
  readonly mapLayers?: Readonly<Record<string, MapLayerRows>>;
  /** By name. */
  readonly jobs?: Readonly<Record<string, JobWork>>;
  readonly tasks?: Readonly<Record<string, Task>>;
  /** Tasks that wait for other servers, with time limits: they have their own lane and do not delay others. */
  readonly outside?: Readonly<Record<string, Task>>;
  /** `{ check_documents: { label, at: '0 2 * * *', run } }`: every night at two. */
  readonly scheduled?: Readonly<Record<string, ScheduledWork>>;
  /** What it knows of the risk of enterprises. */
  readonly riskContributors?: readonly RiskContributor[];
  /** Files that chains of its rows name and that are stored apart from uploads: they belong to exported evidence. */
  readonly evidenceFiles?: EvidenceFileSources;
  /** Carries messages of inboxes to people in WeChat; one module at most. */
  readonly wechatCarrier?: CarrierToBoundPeople;
  /** Its rows on the line of time of an enterprise. */
  readonly timelineContributors?: readonly EnterpriseTimelineContributor[];
}

/** What the composition root provides to parts that depend on all modules. */
export interface ModuleContext {
  /** All declarations: menus, member rules and deadlines are derived from them. */
  readonly modules: readonly Module[];
  /** The parts listed before; complete after all are built. */
  readonly parts: readonly ServerModule[];
  /** Counts of a member's home page. Available once the platform runs. */
  home(): MemberHome;
  /** Clears cached tokens and rights. */
  forget(): void;
}

/** An entry of `modules/server.ts`: a part, or a function that builds it. */
export type ServerModuleOrFactory = ServerModule | ((context: ModuleContext) => ServerModule);

/** Builds the parts in order. */
export function buildServerModules(
  list: readonly ServerModuleOrFactory[],
  { modules, forget }: Pick<ModuleContext, 'modules' | 'forget'>,
): readonly ServerModule[] {
  const parts: ServerModule[] = [];
  const context: ModuleContext = { modules, parts, forget, home: () => memberHomeOf(parts) };
  for (const part of list) parts.push(typeof part === 'function' ? part(context) : part);
  return parts;
}
