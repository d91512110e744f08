import { toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import { secretsOfPushingSourceController } from '#server/calls/time-series-source-secrets-controller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Controller } from '#server/http/controller.ts';
import { queueMessage } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { application } from '../contract/api-client-application.ts';
import { applicationSecretIssued } from '../contract/message-templates.ts';

/** The contact of an application is notified by text message of each secret that is issued (domain reference, Appendix E). */
async function notifyContact(engine: Engine, id: number): Promise<void> {
  const row = await engine.db.row<{ name: string; contact_mobile: string | null; area_code: string }>(
    sql`select name, contact_mobile, area_code from api_application where id = ${id}`,
  );
  if (!row?.contact_mobile) return;
  const values = { name: row.name, time: toShanghaiMinute(Date.now()) };
  await queueMessage(engine, engine.db, applicationSecretIssued, values, {
    mobile: row.contact_mobile,
    areaCode: row.area_code,
    resource: application.name,
    rowId: id,
    rowTitle: row.name,
  });
}

/** The calls about secrets, as those of all systems that sign. */
export function applicationSecretsControllerNotifyingContact(engine: Engine): Controller {
  const { actions, ...controller } = secretsOfPushingSourceController(engine, application);
  const { issueSecret, ...others } = actions;
  if (!issueSecret) throw new Error('there is no call that issues a secret');
  return {
    ...controller,
    actions: {
      ...others,
      issueSecret: {
        ...issueSecret,
        async handle(call) {
          const issued = await issueSecret.handle(call);
          await notifyContact(engine, Number(call.body.id));
          return issued;
        },
      },
    },
  };
}
