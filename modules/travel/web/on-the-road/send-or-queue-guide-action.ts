import { type Text, text } from '#kernel/text/text.ts';
import { post, WireError } from '#web/http/client.ts';
import {
  accountOfQueuedWrites,
  queueWrite,
  useQueuedWrites,
} from '#web/http/offline/queue-send-and-discard-offline-writes.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { translate } from '#web/i18n/locale.ts';
import type { DevicePosition } from '#web/map/place/locate-device.ts';
import { sendQueuedWritesAndRefreshResources } from '#web/resource/send-queued-offline-writes-and-refresh-resources.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';

/** Actions of a guide, by call. */
export const guideActions = {
  checkIn: text('签到', 'Check-in'),
  headcount: text('清点人数', 'Headcount'),
  request: text('变更申请', 'Change request'),
  sos: text('紧急求助', 'Emergency call'),
  confirm: text('确认带团', 'Confirm assignment'),
  depart: text('出团', 'Depart'),
  finish: text('结束行程', 'End trip'),
} as const satisfies Readonly<Record<string, Text>>;
export type GuideAction = keyof typeof guideActions;

export const guideActionPath = (action: GuideAction): string => `/api/travel.road/${action}`;

export type GuideActionResult =
  | { readonly came: 'done' | 'kept' }
  | {
      readonly came: 'refused';
      readonly message: string;
      readonly errors: Readonly<Record<string, readonly string[]>>;
    };

/**
 * Sends an action with its time and position. Without a network it is queued on this phone under its idempotency key,
 * sent in order later, and marked as late.
 */
export async function sendOrQueueGuideAction(
  action: GuideAction,
  team: { readonly id: number },
  body: Readonly<Record<string, unknown>>,
  { of, where }: { readonly of?: string; readonly where?: DevicePosition | undefined } = {},
): Promise<GuideActionResult> {
  const made_at = serverNow();
  // queued writes go first, except before an emergency call
  if (action !== 'sos' && useQueuedWrites.getState().list.some(({ refused }) => !refused))
    await sendQueuedWritesAndRefreshResources();
  const whole = { ...body, itinerary_id: team.id, made_at, ...(where ? { place: where } : {}) };
  try {
    await post(guideActionPath(action), whole, { area: 'api', quiet: true, duplicate: 'allow' });
    return { came: 'done' };
  } catch (error) {
    const name = translate(guideActions[action]);
    const title = of === undefined ? name : `${name} ${of}`;
    if (
      accountOfQueuedWrites() !== undefined &&
      (await queueWrite(error, { title, resource: itinerary.name, first: action === 'sos' }))
    )
      return { came: 'kept' };
    const refusal = error instanceof WireError ? (error.data as { errors?: Record<string, string[]> } | null) : null;
    const message = error instanceof Error ? error.message : String(error);
    return { came: 'refused', message, errors: refusal?.errors ?? {} };
  }
}

/** The error at a field, or of the whole. */
export const errorTextOfAction = (sent: GuideActionResult, ...fields: string[]): string | undefined =>
  sent.came === 'refused'
    ? (fields.map((field) => sent.errors[field]?.[0]).find((one) => one !== undefined) ?? sent.message)
    : undefined;
