import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import type { RetentionRule } from '#kernel/module/collect-retention-rules.ts';
import type { AnyTimeSeries } from '#kernel/module/time-series.ts';
import type { SeriesEventMessagesToRowHolders } from '#kernel/module/time-series-event-messages-to-members.ts';
import type { ReceivedEvent } from '#kernel/resource/domain-events-of-resource.ts';
import type { Caller } from '#server/caller.ts';
import type { Config } from '#server/config.ts';
import type { Database, Transaction } from '#server/db/open-database.ts';
import type { EncryptionAndSigning } from '#server/encryption-and-signing.ts';
import type { Log } from '#server/log.ts';
import type { BannedWordCache } from '#server/system/banned-word-cache.ts';
import type { UnsentSmsCollector } from '#server/system/collect-one-time-codes-without-sms-provider.ts';
import type { ReferenceCache } from '#server/system/division-calendar-and-deadline-rule-cache.ts';
import type { MenuRemarkCache } from '#server/system/menu-remark-cache.ts';
import type { MessageTemplateCache } from '#server/system/message-template-cache.ts';
import type { OptionListCache } from '#server/system/option-list-cache.ts';
import type { RecycleAndChangeLogRuleCache } from '#server/system/recycle-bin-and-change-log-rule-cache.ts';
import type { SettingCache } from '#server/system/setting-cache.ts';
import type { EventSubscribersOfAllModules } from './event-subscriber-types-in-transaction-and-after-commit.ts';
import type { WriteHooksOfAnyResource } from './write-hook-types-for-any-resource.ts';

/** The subscribers of all modules. */
export interface ModuleSubscribers extends EventSubscribersOfAllModules {
  /** Calls every subscriber to one of these facts once, in the transaction that makes them true. */
  notify(engine: Engine, tx: Transaction, caller: Caller, facts: readonly ReceivedEvent[]): Promise<void>;
}

/** What reading and writing need: database, declarations, settings and caches. One per process. */
export interface Engine {
  readonly db: Database;
  readonly config: Config;
  readonly log: Log;
  readonly seal: EncryptionAndSigning;
  readonly resources: readonly AnyResource[];
  readonly find: FindResource;
  readonly series: readonly AnyTimeSeries[];
  /** Messages to the members who hold a measured row, by series and event. */
  readonly seriesMessages: SeriesEventMessagesToRowHolders;
  /** Everything whose rows age, with how long it is kept. */
  readonly retentionRules: readonly RetentionRule[];
  hash(value: string): string;
  /** By name of the resource, in the order of the modules they come from. */
  readonly hooks: ReadonlyMap<string, readonly WriteHooksOfAnyResource[]>;
  readonly subscribers: ModuleSubscribers;
  /** Divisions, working calendar and deadline rules, in memory. */
  readonly reference: ReferenceCache;
  /** Option lists that administrators edit, the options of fields with `optionList`. */
  readonly optionLists: OptionListCache;
  readonly settingCache: SettingCache;
  /** Rules by which deleted rows and changes are recorded. */
  readonly recycleAndChangeLogRules: RecycleAndChangeLogRuleCache;
  /** Words that texts must not contain. */
  readonly screening: BannedWordCache;
  /** Remarks that administrators show above lists. */
  readonly remarks: MenuRemarkCache;
  /** The current settings of a section in wire form: `engine.settings(site).hotline`. */
  readonly settings: SettingCache['of'];
  /** Message texts, as edited by administrators. */
  readonly messages: MessageTemplateCache;
  /** Text messages that this process would send, while no provider is configured. */
  readonly smsSink: UnsentSmsCollector | undefined;
  /** Tells {@link newEventListeners} that the outbox has new events. */
  wakeRelay(): void;
  /** The live streams and the subscribers of this process. */
  readonly newEventListeners: Set<() => void>;
}
