import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { ServerModule } from '#server/platform/server-module.ts';
import { recycledDays } from '../contract/recycle-log.ts';
import { securityCalls } from './call-descriptions.ts';
import { logControllers } from './log-controllers.ts';
import { ruleControllers } from './rule-controllers.ts';
import { recycleRuleHooks, sensitiveDataRuleHooks } from './rule-hooks.ts';

export const securityServer: ServerModule = {
  name: 'security',
  calls: securityCalls,
  hooks: { 'security/dataRecycle': recycleRuleHooks, 'security/sensitiveData': sensitiveDataRuleHooks },
  controllers: () => [...ruleControllers(), ...logControllers()],
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
