import { blockedIpSettings } from '#kernel/settings/blocked-ip-settings.ts';
import { mapSettings } from '#kernel/settings/map-settings.ts';
import { text } from '#kernel/text/text.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { compactMaterialisedMeasureTables } from '#server/read/list/materialised-measure-tables.ts';
import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import { queueClockRecalculation } from '#server/write/row-set/recalculate-deadline-clocks.ts';
import { backupSettings } from '../contract/backup-settings.ts';
import { siteSettings } from '../contract/site-settings.ts';
import { addDeclaredListOptions } from './add-declared-list-options.ts';
import { addMissingDivisionsAndCalendarDays } from './add-missing-divisions-and-calendar-days-to-database.ts';
import { buildAdminSettingsFormController } from './buildadmin/buildadmin-settings-form-controller.ts';
import { changeTerminalConfigController } from './buildadmin/change-terminal-config-controller.ts';
import { calendarYearEditorController } from './calendar-year-editor-controller.ts';
import { divisionCalendarLookupAndCacheClearingControllers } from './division-calendar-lookup-and-cache-clearing-controllers.ts';
import { divisionWriteHooks } from './fill-in-division-level-and-validate-its-successor.ts';
import { geocodingControllers } from './geocoding-controllers.ts';
import { backUpNightly } from './nightly-backup.ts';
import { listOptionController, listOptionUsesController } from './option-lists-and-uses-controllers.ts';
import { customSettingWriteHooks } from './settings/custom-settings-as-declared-fields-and-their-validation.ts';
import { prepareSettings, settingsController } from './settings/settings-controller-and-storage.ts';
import { timeLimitsForHelpController } from './time-limits-of-resource-for-help-controller.ts';
import { deadlineRuleWriteHooks } from './validate-deadline-rule-version-and-end-previous-one.ts';
import { listOptionWriteHooks } from './validate-list-option-and-refuse-deletion-while-used.ts';

/** Recalculates running deadlines after a change of the calendar: once for all days changed together. */
function recount(context: WriteContext): void {
  context.afterStore(() => queueClockRecalculation(context.tx));
  context.afterCommit(() => context.engine.reference.reload());
}

export const systemServer: ServerModule = {
  name: 'system',
  settings: [siteSettings, blockedIpSettings, mapSettings, backupSettings],
  hooks: {
    'system/area': divisionWriteHooks,
    'system/calendar': { add: recount, edit: recount, del: recount },
    'system/timeRule': deadlineRuleWriteHooks,
    'system/setting': customSettingWriteHooks,
    'system/word': listOptionWriteHooks,
  },
  controllers: (platform) => [
    ...divisionCalendarLookupAndCacheClearingControllers(platform),
    settingsController,
    buildAdminSettingsFormController,
    listOptionController,
    listOptionUsesController,
    calendarYearEditorController,
    changeTerminalConfigController,
    timeLimitsForHelpController,
    ...geocodingControllers,
  ],
  scheduled: {
    back_up: backUpNightly,
    fold_measures: {
      label: text('合并统计数', 'Consolidate statistics'),
      at: '40 3 * * *',
      async run({ db, log }) {
        const folded = await compactMaterialisedMeasureTables(db);
        if (folded > 0) log.info({ folded }, 'measures put together');
      },
    },
    // adds the changes since the last run to the stored totals of each list
    fold_totals: {
      label: text('合并列表总数', 'Consolidate list totals'),
      at: '* * * * *',
      async run({ db }) {
        await compactMaterialisedMeasureTables(db, 'totals');
      },
    },
  },
  async prepare(engine) {
    await addMissingDivisionsAndCalendarDays(engine);
    await addDeclaredListOptions(engine);
    await prepareSettings(engine);
  },
};
