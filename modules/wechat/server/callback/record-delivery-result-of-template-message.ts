import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { addTask } from '#server/jobs/add-task-to-queue.ts';
import {
  recordWechatTemplateMessageDelivery,
  type WechatDelivery,
} from '#server/message/record-delivery-of-wechat-template-message.ts';

/** The task that records a result whose message was not known. */
export const recordDeliveryAgainTask = 'record_wechat_delivery';

/** Seconds before each further look. WeChat may report a message before the answer with its ID is stored. */
const pauses = [5, 30, 120];

async function recordOrWait(engine: Engine, delivery: WechatDelivery, looks: number): Promise<void> {
  if (await recordWechatTemplateMessageDelivery(engine, delivery)) return;
  const pause = pauses[looks];
  if (pause === undefined) {
    engine.log.warn({ delivery }, 'WeChat reported a template message that is not known');
    return;
  }
  await addTask(
    engine.db,
    recordDeliveryAgainTask,
    { ...delivery, looks: looks + 1 },
    {
      key: `${recordDeliveryAgainTask}:${delivery.provider}:${delivery.id}`,
      runAt: new Date(Date.now() + pause * 1000),
    },
  );
}

/** Records what became of a template message, at once or as soon as the message is known. */
export const recordTemplateResult = (engine: Engine, delivery: WechatDelivery): Promise<void> =>
  recordOrWait(engine, delivery, 0);

export const recordDeliveryAgain = (
  engine: Engine,
  { provider, id, status, looks }: Readonly<Record<string, unknown>>,
): Promise<void> =>
  recordOrWait(engine, { provider: String(provider), id: String(id), status: String(status) }, Number(looks));
