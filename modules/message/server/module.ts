import { sql } from '#server/db/sql.ts';
import type { ServerModule } from '#server/module.ts';
import { messageCalls } from './calls.ts';
import { sinkController } from './sink.ts';

/**
 * Takes queued messages off the queue. Without a provider they are kept where the administrator can read them: the
 * proof of what would have been sent. Codes are hidden in them; they stand in the development sink.
 */
export const messageServer: ServerModule = {
  name: 'message',
  calls: messageCalls,
  controllers: () => [sinkController],
  tasks: {
    deliver_sms: async ({ db }) =>
      void (await db.query(
        sql`update message_sms set status = 'kept', updatetime = now(), version = version + 1 where status = 'queued'`,
      )),
  },
  crontab: ['* * * * * deliver_sms'],
};
