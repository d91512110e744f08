import { text } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { moveRowsInBatches } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { application } from '../contract/api-client-application.ts';
import { endDeliveriesOfEndedApplications, queueWaitingWebhooks } from './webhook/deliver-waiting-events-of-webhook.ts';

export const openInterfaceCronJobs: NonNullable<ServerModule['scheduled']> = {
  expire_applications: {
    label: text('结束已到期的接入应用', 'End applications past their last day'),
    at: '1 0 * * *',
    async run(engine, { log }) {
      // calls are refused from that day on in any case
      const expired = await moveRowsInBatches(engine, application, systemCaller(), {
        move: 'expire',
        where: sql`t.expire_on < (now() at time zone 'Asia/Shanghai')::date`,
      });
      if (expired > 0) log.info({ expired }, 'applications expired');
    },
  },
  queue_waiting_webhooks: {
    label: text('续推待送达的事件', 'Go on with events that wait for webhooks'),
    at: '* * * * *',
    async run(engine) {
      await endDeliveriesOfEndedApplications(engine);
      await queueWaitingWebhooks(engine);
    },
  },
  remove_used_nonces: {
    label: text('清理已失效的签名随机数', 'Remove nonces of expired signatures'),
    at: '*/5 * * * *',
    async run({ db }) {
      // a signature is valid from five minutes before to five minutes after its time
      await db.query(sql`delete from api_nonce where createtime < now() - interval '11 minutes'`);
    },
  },
};
