import { text } from '#kernel/text/text.ts';
import { purgeCaptchas } from '#server/auth/draw-play-and-check-captcha.ts';
import { sql } from '#server/db/sql.ts';
import { purgeAttempts } from '#server/limit/attempt-limit.ts';
import { purgeCallBudgets } from '#server/limit/call-budgets-per-minute-shared-by-processes.ts';
import type { ModuleContext, Platform, ServerModule } from '#server/platform/server-module-declaration.ts';
import { securitySettings } from '../contract/security-settings.ts';
import { oidcSettings } from '../contract/single-sign-on-oidc-settings.ts';
import {
  rowsEnteredViewMessage,
  viewFileFailedMessage,
  viewFileSentMessage,
  viewSubscriptionEndedMessage,
} from '../contract/view-subscription-messages.ts';
import { explainAccessAndCompareGroupsController } from './access/explain-access-and-compare-groups-controller.ts';
import { viewAsGroupController } from './access/view-as-group-controller.ts';
import { adminGroupWriteHooks } from './administrator/admin-group-permissions-and-deletion-write-hooks.ts';
import { adminAccountWriteHooks } from './administrator/admin-password-rights-and-sessions-write-hooks.ts';
import { buildAdminAdminsGroupsAndMenuControllers } from './administrator/buildadmin-admins-groups-and-menu-controllers.ts';
import { handOverPositionsAndOpenWorkController } from './administrator/hand-over-positions-and-open-work-controller.ts';
import {
  departmentWriteHooks,
  menuEntryOrPermissionWriteHooks,
} from './administrator/menu-links-and-names-by-super-administrators-and-department-hooks.ts';
import { officerPositionWriteHooks } from './administrator/officer-position-grantable-groups-and-deletion-hooks.ts';
import { grantNewRules } from './administrator/shipped-permission-groups.ts';
import { changeOwnContactController } from './member/change-own-contact-controller.ts';
import {
  memberPasswordResetController,
  memberSignInRegistrationAndSignOutController,
} from './member/member-sign-in-registration-sign-out-and-password-reset-controllers.ts';
import { ownDataAccessLogController } from './member/own-data-access-log-controller.ts';
import { ownDataExportAndAccountDeletionController } from './member/own-data-export-and-account-deletion-controller.ts';
import { addAndUpdateDeclaredMenuRows } from './menu/add-and-update-declared-menu-rows.ts';
import { signInThroughExternalOidcProviderController } from './oidc/sign-in-and-link-account-through-external-oidc-provider-controller.ts';
import {
  memberProfileAndPasswordController,
  officerProfileAndPasswordController,
} from './profile/own-profile-and-password-controllers.ts';
import { storedUiPreferencesController } from './profile/stored-ui-preferences-controller.ts';
import { captchaTokenRefreshAndSiteSettingsControllers } from './public/captcha-token-refresh-and-site-settings-controllers.ts';
import { endOwnSubscriptionsController } from './saved-view/end-own-subscriptions-controller.ts';
import { sharedViewsAndOwnSubscriptionsListController } from './saved-view/list-shared-views-and-own-subscriptions-controller.ts';
import {
  noteFailedFileOfView,
  queueDueFilesOfViews,
  sendFileOfView,
  viewFileJob,
} from './saved-view/make-and-send-files-of-view-subscriptions.ts';
import { maskPersonalDataInOlderSharedViews } from './saved-view/mask-personal-data-in-older-shared-views.ts';
import { notifySubscribersOfNewRows } from './saved-view/notify-subscribers-of-new-rows.ts';
import { sharedViewWriteHooks } from './saved-view/refuse-shared-view-beyond-own-lists-or-offices.ts';
import { removeSentViewFilesAfterWeek } from './saved-view/remove-sent-view-files-after-week.ts';
import { sendSubscribedViewFilesNowController } from './saved-view/send-subscribed-view-files-now-controller.ts';
import { viewSubscriptionWriteHooks } from './saved-view/validate-view-subscription-and-set-next-send-time.ts';
import { confirmIdentityControllers } from './second-factor/confirm-identity-before-sensitive-action-controllers.ts';
import { ownSecondFactorsController } from './second-factor/own-second-factors-controller.ts';
import { purgePendingSetupsAndChallenges } from './second-factor/pending-factor-setup-or-challenge.ts';
import { resetSecondFactorController } from './second-factor/reset-second-factor-controller.ts';
import { lockAndUnlockSessionController } from './session/lock-and-unlock-session-controller.ts';
import { ownSessionsController } from './session/own-sessions-controller.ts';
import { adminSignInAndSignOutController } from './sign-in/admin-sign-in-and-sign-out-controller.ts';
import { lockedAccountsController } from './sign-in/locked-accounts-controller.ts';
import { passkeySignInController } from './sign-in/passkey-sign-in-controller.ts';
import { signInStepsController } from './sign-in/sign-in-steps-after-password-controller.ts';
import { emailCodeController } from './verification-code/email-code-controller.ts';
import { smsCodeController } from './verification-code/sms-code-controller.ts';
import {
  searchOwnRecordsController,
  searchRecordsAndFindRecordByCodeController,
} from './workbench/search-records-and-find-record-by-code-controller.ts';
import { dailyDigestTemplate, sendDailyDigests } from './workbench/send-daily-digest-email.ts';
import { workbenchController } from './workbench/workbench-controller.ts';

/** Sign-ins and devices are kept as long as the operation log. */
const signInRecords: ServerModule['keep'] = {
  member_sign_in: { months: 'auth/security.log_months' },
  auth_device: { months: 'auth/security.log_months', from: 'last_seen' },
};

/** Menu rules are derived from the declarations of all modules; digests to members count what their home page counts. */
export function identityServer({ modules, forget, home }: ModuleContext): ServerModule {
  return {
    name: 'auth',
    settings: [securitySettings, oidcSettings],
    hooks: {
      'auth/admin': adminAccountWriteHooks(forget),
      'auth/group': adminGroupWriteHooks(forget),
      'auth/menu': menuEntryOrPermissionWriteHooks(forget),
      'auth/department': departmentWriteHooks(forget),
      'auth/job': officerPositionWriteHooks,
      'auth/view': sharedViewWriteHooks,
      'auth/subscription': viewSubscriptionWriteHooks,
    },
    controllers(platform: Platform) {
      platform.authenticator.lockAfter(() => platform.engine.settings(securitySettings).idle_minutes);
      return [
        adminSignInAndSignOutController(platform),
        ...confirmIdentityControllers,
        ...captchaTokenRefreshAndSiteSettingsControllers(platform),
        smsCodeController,
        emailCodeController,
        memberSignInRegistrationAndSignOutController(platform),
        memberPasswordResetController(platform),
        changeOwnContactController(platform),
        ownDataExportAndAccountDeletionController(platform),
        ownDataAccessLogController,
        ownSessionsController(platform.authenticator, 'admin'),
        ownSessionsController(platform.authenticator, 'member'),
        storedUiPreferencesController('admin'),
        storedUiPreferencesController('api'),
        workbenchController,
        searchRecordsAndFindRecordByCodeController,
        searchOwnRecordsController,
        officerProfileAndPasswordController(platform),
        memberProfileAndPasswordController(platform),
        ...buildAdminAdminsGroupsAndMenuControllers(platform),
        lockedAccountsController,
        ...(['admin', 'member'] as const).flatMap((type) => [
          signInStepsController(platform, type),
          passkeySignInController(platform, type),
          ownSecondFactorsController(type),
          resetSecondFactorController(platform, type),
        ]),
        lockAndUnlockSessionController(platform),
        viewAsGroupController(platform),
        explainAccessAndCompareGroupsController,
        handOverPositionsAndOpenWorkController(platform),
        sharedViewsAndOwnSubscriptionsListController('admin'),
        sharedViewsAndOwnSubscriptionsListController('api'),
        sendSubscribedViewFilesNowController,
        endOwnSubscriptionsController,
        signInThroughExternalOidcProviderController(platform),
      ];
    },
    messages: [
      dailyDigestTemplate,
      rowsEnteredViewMessage,
      viewFileSentMessage,
      viewFileFailedMessage,
      viewSubscriptionEndedMessage,
    ],
    jobs: { [viewFileJob]: { restarts: true, run: sendFileOfView, clear: noteFailedFileOfView } },
    framed: {
      tables: ['auth_menu'],
      read: async ({ db }) =>
        (
          await db.rows<{ url: string | null }>(
            sql`select url from auth_menu where menu_type = 'iframe' and status`.asBrief(),
          )
        ).map(({ url }) => url),
    },
    keep: signInRecords,
    scheduled: scheduledTasks(home),
    async prepare(engine) {
      await grantNewRules(engine, await addAndUpdateDeclaredMenuRows(engine.db, modules));
      await maskPersonalDataInOlderSharedViews(engine);
    },
  };
}

/** What runs by the clock: digests, notices of watched views, and the removal of what lives for minutes. */
const scheduledTasks = (home: ModuleContext['home']): NonNullable<ServerModule['scheduled']> => ({
  send_digests: {
    label: text('发送每日摘要', 'Send daily digests'),
    at: '*/5 * * * *',
    run: sendDailyDigests(home),
  },
  tell_watchers: {
    label: text('告知视图中的新记录', 'Notify of new records in views'),
    at: '*/5 * * * *',
    run: async (engine, { signal }) => void (await notifySubscribersOfNewRows(engine, signal)),
  },
  send_view_files: {
    label: text('发送到期的视图文件', 'Send files of views that are due'),
    at: '* * * * *',
    run: async (engine) => void (await queueDueFilesOfViews(engine)),
  },
  remove_view_files: {
    label: text('清理过期的视图文件', 'Remove old files of views'),
    at: '50 2 * * *',
    run: async (engine, { signal }) => void (await removeSentViewFilesAfterWeek(engine, signal)),
  },
  purge_attempts: {
    label: text('清理过期的验证与尝试记录', 'Remove expired verifications and attempts'),
    at: '*/10 * * * *',
    async run({ db }) {
      await purgeCallBudgets(db);
      await purgeAttempts(db);
      await purgeCaptchas(db);
      await purgePendingSetupsAndChallenges(db);
    },
  },
});
