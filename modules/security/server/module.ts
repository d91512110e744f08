import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { ServerModule } from '#server/platform/server-module.ts';
import { recycledDays } from '../contract/recycle-log.ts';
import { securityApiCallDescriptions } from './call-descriptions.ts';
import { recycleAndSensitiveLogControllers } from './recycle-and-sensitive-log-controllers.ts';
import { recycleAndSensitiveRuleControllers } from './recycle-and-sensitive-rule-controllers.ts';
import { recycleRuleHooks, sensitiveDataRuleHooks } from './rule-hooks.ts';

export const securityServer: ServerModule = {
  name: 'security',
  calls: securityApiCallDescriptions,
  hooks: { 'security/dataRecycle': recycleRuleHooks, 'security/sensitiveData': sensitiveDataRuleHooks },
  controllers: () => [...recycleAndSensitiveRuleControllers(), ...recycleAndSensitiveLogControllers()],
  scheduled: {
    purge_recycled: {
      label: text('清理过期的数据回收记录', 'Remove expired recycled records'),
      at: '25 3 * * *',
      async run({ db, log }) {
        const gone = await db.rows(
          sql`delete from security_data_recycle_log where createtime < now() - make_interval(days => ${recycledDays}) returning id`,
        );
        if (gone.length > 0) log.info({ purged: gone.length }, 'recycled rows removed');
      },
    },
  },
};
