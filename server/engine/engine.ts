import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { AnyTimeSeries } from '#kernel/module/time-series.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import type { Log } from '#server/log.ts';
import type { FindResource } from '#server/read/columns.ts';
import type { Seal } from '#server/seal.ts';
import type { OptionListCache } from '#server/system/option-list-cache.ts';
import type { ReferenceCache } from '#server/system/reference-cache.ts';
import type { RemarkCache } from '#server/system/remark-cache.ts';
import type { SettingCache } from '#server/system/setting-cache.ts';
import type { SmsSink } from '#server/system/sms-sink.ts';
import type { TemplateCache } from '#server/system/template-cache.ts';
import type { WatchCache } from '#server/system/watch-cache.ts';
import type { AnyHooks } from '#server/write/hooks.ts';
import type { Subscribers } from '#server/write/subscriber.ts';

/** What the two paths stand on. One per process. */
export interface Engine {
  readonly db: Database;
  readonly config: Config;
  readonly log: Log;
  readonly seal: Seal;
  readonly resources: readonly AnyResource[];
  readonly find: FindResource;
  readonly series: readonly AnyTimeSeries[];
  hash(value: string): string;
  /** By name of the resource, in the order of the modules they come from. */
  readonly hooks: ReadonlyMap<string, readonly AnyHooks[]>;
  /** Who hears of what happens to rows. */
  readonly subscribers: Subscribers;
  /** Divisions, working calendar and time rules, kept in memory. */
  readonly reference: ReferenceCache;
  /** Words of the lists administrators keep: `field.options.options` of a field with `words` has them. */
  readonly words: OptionListCache;
  readonly settingCache: SettingCache;
  /** What is kept of deleted rows and of changes, by rule. */
  readonly watched: WatchCache;
  /** What administrators wrote above lists. */
  readonly remarks: RemarkCache;
  /** What is set now in a section, typed, in wire form: `engine.settings(site).hotline`. */
  readonly settings: SettingCache['of'];
  /** The words of text messages, as administrators keep them. */
  readonly messages: TemplateCache;
  /** Codes this process sent, while no provider takes them. */
  readonly smsSink: SmsSink | undefined;
  /** Tells this process's live streams that the outbox has grown. */
  wakeRelay(): void;
}
