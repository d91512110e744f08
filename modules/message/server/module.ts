import { sql } from '#server/db/sql.ts';
import type { ServerModule } from '#server/module.ts';
import { sinkController } from './sink.ts';

/**
 * Takes queued messages off the queue. Without a provider they are kept where the administrator can read them: the
 * sink for development, and the proof of what would have been sent.
 */
export const messageServer: ServerModule = {
  name: 'message',
  controllers: () => [sinkController],
  tasks: {
    deliver_sms: async ({ db }) =>
      void (await db.query(
        sql`update message_sms set status = 'kept', updatetime = now(), version = version + 1 where status = 'queued'`,
      )),
  },
  crontab: ['* * * * * deliver_sms'],
};
