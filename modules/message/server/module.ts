import type { Module } from '#kernel/module.ts';
import { text } from '#kernel/text.ts';
import { system } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { codeMessage } from '#server/message/code.ts';
import type { ServerModule } from '#server/module.ts';
import { changeRows } from '#server/write/row-set.ts';
import { sms } from '../contract/sms.ts';
import { template } from '../contract/template.ts';
import { messageCalls } from './calls.ts';
import { sinkController } from './sink.ts';
import { prepareTemplates, templateController, templateHooks } from './templates.ts';

/**
 * Takes queued messages off the queue. Without a provider they are kept where the administrator can read them: the
 * proof of what would have been sent. Codes are hidden in them; they stand in the development sink. `modules` are whose
 * messages have their words here.
 */
export const messageServer = (modules: readonly Module[]): ServerModule => ({
  name: 'message',
  calls: messageCalls,
  hooks: { [template.name]: templateHooks },
  messages: [codeMessage, ...modules.flatMap((one) => one.messages ?? [])],
  controllers: () => [sinkController, templateController],
  prepare: prepareTemplates,
  scheduled: {
    deliver_sms: {
      label: text('处理短信队列', 'Work off the queue of messages'),
      at: '* * * * *',
      run: async (engine) =>
        void (await changeRows(engine, sms, system(), { where: sql`t.status = 'queued'`, set: { status: 'kept' } })),
    },
  },
});
