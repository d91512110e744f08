import { text } from '#kernel/text/text.ts';
import type { ServerModule } from '#server/platform/server-module.ts';
import { purgeApplicationDrafts } from './registration/application-draft.ts';

/** Nightly tasks, before the working day. */
export const enterpriseScheduled: ServerModule['scheduled'] = {
  purge_enterprise_drafts: {
    label: text('清理未完成的登记申请', 'Remove unfinished registrations'),
    at: '30 3 * * *',
    async run({ db, log }) {
      const purged = await purgeApplicationDrafts(db);
      if (purged > 0) log.info({ purged }, 'unfinished applications removed');
    },
  },
};
