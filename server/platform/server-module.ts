import type { MessageTemplate } from '#kernel/message/message-template.ts';
import { type Home, type HomePart, homeOf } from '#kernel/module/home.ts';
import type { Module } from '#kernel/module/module.ts';
import type { AnyTimeSeries } from '#kernel/module/time-series.ts';
import type { Settings } from '#kernel/settings/settings.ts';
import type { Authenticator } from '#server/auth/authenticate.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { Subscriber } from '#server/engine/subscriber-index.ts';
import type { UntypedWriteHooks } from '#server/engine/untyped-write-hooks.ts';
import type { Relay } from '#server/events/relay.ts';
import type { Controller } from '#server/http/controller.ts';
import type { FrameSource } from '#server/http/embeddable-hosts.ts';
import type { Job } from '#server/jobs/job.ts';
import type { JobContext } from '#server/jobs/run-job.ts';
import type { Scheduled } from '#server/jobs/schedule.ts';
import type { CallDescriptions } from '#server/open-api/document.ts';
import type { ReadPanel } from '#server/panel/area.ts';

/** What the composition root hands to the server parts of modules. */
export interface Platform {
  readonly engine: Engine;
  readonly authenticator: Authenticator;
  readonly relay: Relay;
}

/** Work nobody waits for, queued by `addTask`; it is tried again when it throws. */
export type Task = (engine: Engine, payload: Readonly<Record<string, unknown>>) => Promise<void>;

/** Work of one kind that a person waits for, with its progress, queued by `createJob`. */
export interface JobWork {
  /** What it answers is told to its owner as `result`. The caller has the rights held now, not those of the day it was asked for. */
  run(engine: Engine, context: JobContext & { caller: Caller }): Promise<Readonly<Record<string, unknown>>>;
  /** Whether it may run again from the start when the server was stopped in the middle; otherwise it has failed then. */
  readonly restarts: boolean;
  /** What its owner is told when it ended before its end; unless told, the reason or to submit it again. */
  describeFailure?(engine: Engine, job: Job): Promise<string | undefined>;
  /** After its end, well or not: takes away what it worked on. */
  clear?(engine: Engine, job: Job): Promise<void>;
}

/** Work that is done by the clock, in the time of Asia/Shanghai. */
export interface ScheduledWork extends Pick<Scheduled, 'label'> {
  /** Line of a crontab: `5 0 * * *`; or what a setting says now: `(engine) => …`. */
  readonly at: string | ((engine: Engine) => string);
  run(engine: Engine, context: Parameters<Scheduled['run']>[0]): Promise<void>;
}

/** The server part of one area of the business: only what is special about it, with what it brings to a member's home page. */
export interface ServerModule extends HomePart {
  readonly name: string;
  /** By name of the resource. Of several modules with hooks on one, those listed first in `modules/server.ts` go first. */
  readonly hooks?: Readonly<Record<string, UntypedWriteHooks>>;
  /** What it does when something happens to a resource, its own or another module's: `on(enterprise, 'suspended', …)`. */
  readonly subscribers?: Readonly<Record<string, Subscriber>>;
  /** Sections it has in 系统设置. */
  readonly settings?: readonly Settings[];
  /** Text messages it sends, whose words it keeps: pages ask for them where they show them. */
  readonly messages?: readonly MessageTemplate[];
  /** Own calls beside those derived from declarations. */
  controllers?(platform: Platform): readonly Controller[];
  /** What the API document says of them. */
  readonly calls?: CallDescriptions;
  /**
   * Brings what the module needs into an empty or older database; runs at every start and changes nothing the second time:
   * that of the module listed first before the others, which run together.
   */
  prepare?(engine: Engine): Promise<void>;
  /** Other systems whose pages it shows in frames. */
  readonly framed?: FrameSource;
  /** What it measures (`kernel/module/time-series.ts`). */
  readonly series?: readonly AnyTimeSeries[];
  /** What answers the feeds of its tiles on the wall, by their name. */
  readonly feeds?: Readonly<Record<string, ReadPanel>>;
  /** By name. */
  readonly jobs?: Readonly<Record<string, JobWork>>;
  readonly tasks?: Readonly<Record<string, Task>>;
  /** Tasks that wait for somebody else's server, within limits of time: in a lane of their own, where they hold up nothing of ours. */
  readonly outside?: Readonly<Record<string, Task>>;
  /** `{ go_over_papers: { label, at: '0 2 * * *', run } }`: every night at two. */
  readonly scheduled?: Readonly<Record<string, ScheduledWork>>;
}

/** What the composition root tells server parts that depend on the whole. */
export interface ModuleContext {
  /** What is declared: menus, member rules and deadlines are derived from it. */
  readonly modules: readonly Module[];
  /** The parts listed before, complete after all are made. */
  readonly parts: readonly ServerModule[];
  /** What the first page of a member counts; to be called once the platform is running. */
  home(): Home;
  /** Drops what this process believes about tokens and rights. */
  forget(): void;
}

/** How a module enters `modules/server.ts`: its part, or a function that makes it. */
export type ServerPart = ServerModule | ((context: ModuleContext) => ServerModule);

/** Makes the parts one after the other. */
export function makeParts(
  list: readonly ServerPart[],
  { modules, forget }: Pick<ModuleContext, 'modules' | 'forget'>,
): readonly ServerModule[] {
  const parts: ServerModule[] = [];
  const context: ModuleContext = { modules, parts, forget, home: () => homeOf(parts) };
  for (const part of list) parts.push(typeof part === 'function' ? part(context) : part);
  return parts;
}
