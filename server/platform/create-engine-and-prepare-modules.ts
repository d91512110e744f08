import { checkReferenceTargets } from '#kernel/access/conditions-on-target-rows-of-reference-field.ts';
import { checkMemberAccess } from '#kernel/access/member-rights-by-role.ts';
import { checkPermissionNodesOfFields } from '#kernel/access/reduce-resource-to-fields-visible-to-officer-or-member-role.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { checkNumberedFields } from '#kernel/lifecycle/fields-numbered-by-server.ts';
import { checkStampedFields } from '#kernel/lifecycle/fields-stamped-with-time-or-account.ts';
import { checkChainedEvents } from '#kernel/lifecycle/writes-entered-in-evidence-chain.ts';
import { checkQuickSearch } from '#kernel/list/fields-covered-by-quick-search.ts';
import { messageNames } from '#kernel/message/declare-and-fill-message-template.ts';
import { collectRetentionRules } from '#kernel/module/collect-retention-rules.ts';
import { declaredDocuments } from '#kernel/module/official-document.ts';
import { checkDocumentNumberingRules } from '#kernel/module/official-document-number.ts';
import {
  checkSeriesEventMessagesToRowHolders,
  type SeriesEventMessagesToRowHolders,
} from '#kernel/module/time-series-event-messages-to-members.ts';
import { optionListNames, optionListsAsOptions } from '#kernel/option/declare-editable-option-list.ts';
import { checkChildLists } from '#kernel/resource/child-lists-of-resource.ts';
import { checkAggregates } from '#kernel/resource/declare-aggregates-over-referring-rows.ts';
import { checkFiltersByRelatedRows } from '#kernel/resource/filters-by-child-or-referring-rows.ts';
import { checkMobileForExpiryReminders } from '#kernel/resource/mobile-number-field-of-row-or-parent-for-expiry-reminders.ts';
import { checkParents } from '#kernel/resource/parent-resource.ts';
import { checkPublication } from '#kernel/resource/resource-with-public-fields-only.ts';
import type { SettingsSection } from '#kernel/settings/declare-settings-section.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { checkVersionDeclaration } from '#kernel/version/check-version-declaration.ts';
import { checkCitationDeclarations } from '#kernel/version/fields-citing-published-version-of-row.ts';
import { createAuthenticator } from '#server/auth/authenticate-session-token.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/open-database.ts';
import { type EncryptionAndSigning, openEncryptionKeyFile } from '#server/encryption-and-signing.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { createLiveEventRelay } from '#server/events/live-event-relay.ts';
import { migrateQueue } from '#server/jobs/migrate-and-supervise-queue.ts';
import type { Log } from '#server/log.ts';
import type { Platform, ServerModule } from '#server/platform/server-module-declaration.ts';
import { prepareMaterialisedMeasureTables } from '#server/read/list/materialised-measure-tables.ts';
import { prepareNameIndex } from '#server/read/search/index-row-names-for-search.ts';
import { platformTableRetentions } from '#server/retention/platform-table-retentions.ts';
import { openBannedWordCache } from '#server/system/banned-word-cache.ts';
import { createUnsentSmsCollector } from '#server/system/collect-one-time-codes-without-sms-provider.ts';
import { openReferenceCache } from '#server/system/division-calendar-and-deadline-rule-cache.ts';
import { openMenuRemarkCache } from '#server/system/menu-remark-cache.ts';
import { openMessageTemplateCache } from '#server/system/message-template-cache.ts';
import { findMissingDeadlineRules } from '#server/system/missing-deadline-rules.ts';
import { openOptionListCache } from '#server/system/option-list-cache.ts';
import { openRecycleAndChangeLogRuleCache } from '#server/system/recycle-bin-and-change-log-rule-cache.ts';
import { openSettingCache } from '#server/system/setting-cache.ts';
import { createPartitions } from '#server/time-series/create-and-drop-partitions.ts';
import { refuseInvalidTimeSeriesDeclarations } from '#server/time-series/validate-time-series-declarations-and-find-resources.ts';
import { collectHooks } from '#server/write/hook/run-write-hooks.ts';
import { refuseReversibleMovesWithHooks } from '#server/write/statement/record-and-restore-data-of-undoable-lifecycle-move.ts';
import { collectSubscribersWithNotifier } from '#server/write/subscriber/notify-event-subscribers-in-transaction.ts';

export interface EngineOptions {
  db: Database;
  config: Config;
  log: Log;
  resources: readonly AnyResource[];
  /** Server parts of the modules. Built once `forget` exists, which clears cached rights. */
  modules: (forget: () => void) => readonly ServerModule[];
}

const today = () => shanghaiToday();

const checked = new WeakSet<readonly AnyResource[]>();

/**
 * Checks what only the server acts on, here rather than in each declaration, which browsers load too. A process that creates
 * several engines for the same resources, as tests do, checks them once.
 */
function checkDeclarations(resources: readonly AnyResource[], find: FindResource): void {
  if (checked.has(resources)) return;
  checkParents(resources, find);
  checkChildLists(resources, find);
  checkMemberAccess(resources, find);
  checkMobileForExpiryReminders(resources, find);
  checkReferenceTargets(resources, find);
  checkPermissionNodesOfFields(resources, find);
  checkQuickSearch(resources, find);
  for (const one of resources) {
    checkNumberedFields(one);
    checkStampedFields(one);
    checkChainedEvents(one, resources);
    checkVersionDeclaration(one);
    checkPublication(one, find);
  }
  checkCitationDeclarations(resources, find);
  checkAggregates(resources);
  checkFiltersByRelatedRows(resources, find);
  checked.add(resources);
}

/** Retentions of the tables that are no resources. */
const retentionsOfParts = (parts: readonly ServerModule[]) => [
  platformTableRetentions,
  ...parts.flatMap(({ keep }) => (keep ? [keep] : [])),
];

/** The time series of all parts, with the messages about them. Throws if one is inconsistent. */
function collectSeries(parts: readonly ServerModule[], find: FindResource) {
  const series = parts.flatMap((part) => part.series ?? []);
  refuseInvalidTimeSeriesDeclarations(series, find);
  const seriesMessages: SeriesEventMessagesToRowHolders = Object.assign(
    {},
    ...parts.map((part) => part.seriesMessages),
  );
  checkSeriesEventMessagesToRowHolders(seriesMessages, series);
  return { series, seriesMessages };
}

/** Creates the engine on a migrated database and lets every module prepare its data. */
export async function createEngine({
  db,
  config,
  log,
  resources,
  modules,
}: EngineOptions): Promise<Platform & { modules: readonly ServerModule[] }> {
  const authenticator = createAuthenticator(db);
  const relay = createLiveEventRelay(db, log);
  const newEventListeners = new Set([() => relay.wake()]);
  const seal = openEncryptionKeyFile(config.dataDir);
  const byName = new Map(resources.map((one) => [one.name.toLowerCase(), one]));
  const parts = modules(() => authenticator.forget());
  const hooks = collectHooks(parts, resources);
  const find = (name: string) => byName.get(name.toLowerCase());
  refuseReversibleMovesWithHooks(resources, hooks);
  checkDeclarations(resources, find);
  checkDocumentNumberingRules(declaredDocuments());
  const subscribers = collectSubscribersWithNotifier(parts, resources);
  const sections = parts.flatMap((part) => part.settings ?? []);
  const { series, seriesMessages } = collectSeries(parts, find);
  const [caches] = await Promise.all([
    openCaches(db, seal, sections, parts),
    // tasks may be queued before they are run; both use one connection
    migrateQueue(db).then(() => db.query('call create_partitions(3)')),
  ]);
  const engine: Engine = {
    db,
    config,
    log,
    seal,
    resources,
    hooks,
    subscribers,
    find,
    series,
    seriesMessages,
    retentionRules: collectRetentionRules(resources, retentionsOfParts(parts), sections),
    hash: (value) => seal.hash(value),
    ...caches,
    settings: (section) => caches.settingCache.of(section),
    smsSink: createUnsentSmsCollector(),
    wakeRelay: () => {
      for (const listener of newEventListeners) listener();
    },
    newEventListeners,
  };
  const [first, ...rest] = parts;
  await first?.prepare?.(engine); // reference data first, because other modules refer to it
  await Promise.all(rest.map(async (part) => await part.prepare?.(engine)));
  // after the modules, so that their rows are counted
  await Promise.all([
    prepareMaterialisedMeasureTables(db, resources),
    createPartitions(db, series),
    prepareNameIndex(db, resources),
  ]);
  for (const { resource, clock } of findMissingDeadlineRules(resources, engine.reference.rules(), today()))
    log.warn(
      { resource: resource.name, rule: clock.rule },
      'no version of a deadline rule is in force: its clock cannot start',
    );
  return { engine, authenticator, relay, modules: parts };
}

/** Loads what every process keeps in memory. */
async function openCaches(
  db: Database,
  seal: EncryptionAndSigning,
  sections: readonly SettingsSection[],
  parts: readonly ServerModule[],
) {
  const templates = parts.flatMap((part) => part.messages ?? []);
  const declaredNames = {
    [messageNames.name]: Object.fromEntries(templates.map((one) => [one.code, one.label])),
    [optionListsAsOptions.name]: optionListNames(),
  };
  const [reference, [optionLists, settingCache], recycleAndChangeLogRules, remarks, messages, screening] =
    await Promise.all([
      openReferenceCache(db),
      // a setting may be an option of a list, so lists are loaded first
      openOptionListCache(db, declaredNames).then(
        async (optionListCache) => [optionListCache, await openSettingCache(db, seal, sections)] as const,
      ),
      openRecycleAndChangeLogRuleCache(db),
      openMenuRemarkCache(db),
      openMessageTemplateCache(db, templates),
      openBannedWordCache(
        db,
        parts.flatMap((part) => part.screening ?? []),
      ),
    ]);
  return { reference, optionLists, settingCache, recycleAndChangeLogRules, remarks, messages, screening };
}
