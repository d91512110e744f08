import { create } from 'zustand';
import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { translate } from '#web/i18n/locale.ts';
import { areaPaths, currentArea } from '#web/session/admin-or-member-area.ts';
import { useAdminSession, useMemberSession } from '#web/session/session.ts';
import { post, WireError } from '../client.ts';
import { randomKey } from '../idempotency-key.ts';
import {
  addQueuedWrite,
  changeQueuedWrite,
  type QueuedWrite,
  readQueuedWrites,
  removeQueuedWrite,
} from './queued-writes-in-indexed-db.ts';

const texts = {
  queued: text(
    '没有网络：“{title}”已存在本机，联网后自动发送',
    'No network: “{title}” is saved on this device and sent automatically once online',
  ),
  sent: text('{n} 项已发送', '{n} {n|item|items} sent'),
  refused: text('“{title}”未能发送：{message}', '“{title}” could not be sent: {message}'),
  remarked: text('“{title}”已发送：{remark}', '“{title}” sent: {remark}'),
  lost: text(
    '没有网络，本机也存不下，请稍后再保存',
    'No network, and this device cannot store it. Please save again later',
  ),
};

/** Ms between two attempts while something is queued: browsers do not always notice that the network is back. */
export const queueRetryInterval = 15_000;

/** Queued writes of the account at work in this window. */
export const useQueuedWrites = create<{ list: readonly QueuedWrite[]; sending: boolean }>(() => ({
  list: [],
  sending: false,
}));

/** Account whose writes are queued; undefined when nobody is signed in. */
export function accountOfQueuedWrites(): string | undefined {
  const area = currentArea();
  const who = (area === 'admin' ? useAdminSession : useMemberSession).getState().info;
  return who?.id ? `${area}:${who.id}` : undefined;
}

/** Reads the queue from the store: another window may have sent some. */
export async function refreshQueuedWrites(): Promise<readonly QueuedWrite[]> {
  const account = accountOfQueuedWrites();
  const list = account === undefined ? [] : await readQueuedWrites(account).catch(() => []);
  useQueuedWrites.setState({ list });
  return list;
}

type About = Pick<QueuedWrite, 'title' | 'resource' | 'first'>;

/**
 * Queues a write that got no answer and shows a toast; false if that is not why it failed. The write then counts as
 * made. `then`: a follow-up write that was not attempted; it is queued as well.
 */
export async function queueWrite(
  error: unknown,
  about: About,
  then?: About & Pick<QueuedWrite, 'url' | 'body'>,
): Promise<boolean> {
  const account = accountOfQueuedWrites();
  if (!(error instanceof WireError) || !error.unsent || account === undefined) return false;
  const whose = { account, area: areaPaths().app, since: Date.now() };
  try {
    await addQueuedWrite({ ...error.unsent, ...about, ...whose });
    if (then) await addQueuedWrite({ ...then, ...whose, key: randomKey() });
  } catch {
    toast.error(translate(texts.lost));
    return false;
  }
  // A browser short of space may drop stored data unless the page asks for persistence.
  void navigator.storage?.persist?.().catch(() => false);
  await refreshQueuedWrites();
  toast.info(translate(texts.queued, { title: about.title }));
  return true;
}

/** Sends a write as it was made, under its key. */
export const sendQueuedWrite = ({
  url,
  body,
  key,
  area,
}: Pick<QueuedWrite, 'url' | 'body' | 'key' | 'area'>): Promise<unknown> =>
  post(url, body, { quiet: true, duplicate: 'allow', key, area });

/** Failures that say nothing about the write: no network, no server, nobody signed in. */
const isAway = ({ cancelled, status }: WireError): boolean =>
  cancelled || status === 0 || [502, 503, 504].includes(status);

/** Whether `one` writes the same row and was made later. */
const isUpon = (one: QueuedWrite, before: QueuedWrite): boolean =>
  one.seq > before.seq &&
  one.resource === before.resource &&
  one.body.id !== undefined &&
  one.body.id === before.body.id;

/** Whether a write waits for an earlier write of its row that was refused. */
export const waitsForRefusedWrite = (one: QueuedWrite, list: readonly QueuedWrite[]): boolean =>
  list.some((before) => before.refused && isUpon(one, before));

/** Version of the row after a write: a move answers it, an edit adds one. */
function versionAfter({ body }: QueuedWrite, answer: unknown): number | undefined {
  const row =
    typeof answer === 'object' && answer !== null && 'row' in answer
      ? (answer.row as { version?: unknown })
      : undefined;
  if (typeof row?.version === 'number') return row.version;
  return typeof body.version === 'number' ? body.version + 1 : undefined;
}

/** Updates the version in later writes of the same row that nobody has sent yet. */
async function carryOn(sent: QueuedWrite, answer: unknown): Promise<void> {
  const version = versionAfter(sent, answer);
  if (version === undefined) return;
  for (const one of await refreshQueuedWrites())
    if (isUpon(one, sent) && typeof one.body.version === 'number' && one.body.version < version)
      await changeQueuedWrite({ ...one, body: { ...one.body, version } });
}

/** Remark of the server on a write that succeeded, shown because its author has moved on. */
const remarkOf = (answer: unknown): string | undefined => {
  const remark = typeof answer === 'object' && answer !== null && 'remark' in answer ? answer.remark : undefined;
  return typeof remark === 'string' ? remark : undefined;
};

let underWay: Promise<void> | undefined;

/**
 * Sends the queue in order until the network is gone. A refused write stays in the queue with the refusal, for its
 * author to decide; independent writes do not wait for it. `onSent`: called with the resource that changed.
 */
export function sendQueuedWrites(onSent: (resource: string) => void): Promise<void> {
  underWay ??= sendAll(onSent).finally(() => {
    underWay = undefined;
    useQueuedWrites.setState({ sending: false });
  });
  return underWay;
}

/** The next write to send, read again because the previous one may have changed its version. */
async function nextWaiting(): Promise<QueuedWrite | undefined> {
  const list = await refreshQueuedWrites();
  const waiting = list.filter((one) => !one.refused && !waitsForRefusedWrite(one, list));
  return waiting.find(({ first }) => first) ?? waiting[0];
}

async function sendAll(onSent: (resource: string) => void): Promise<void> {
  let sent = 0;
  for (let one = await nextWaiting(); one; one = await nextWaiting()) {
    useQueuedWrites.setState({ sending: true });
    try {
      const answer = await sendQueuedWrite(one);
      await removeQueuedWrite(one.seq);
      await carryOn(one, answer);
      sent += 1;
      const remark = remarkOf(answer);
      if (remark !== undefined) toast.error(translate(texts.remarked, { title: one.title, remark }));
      onSent(one.resource);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (isAway(error)) break;
      await changeQueuedWrite({ ...one, refused: { message: error.message, data: error.data } });
      toast.error(translate(texts.refused, { title: one.title, message: error.message }));
    }
  }
  await refreshQueuedWrites();
  if (sent > 0) toast.success(translate(texts.sent, { n: sent }));
}

/** Changes the values of a refused write and sends it as a new write. */
export async function reviseQueuedWrite(
  { refused: _refused, ...write }: QueuedWrite,
  changes: QueuedWrite['body'],
): Promise<void> {
  const body = Object.entries({ ...write.body, ...changes }).filter(([, value]) => value !== undefined);
  await changeQueuedWrite({ ...write, body: Object.fromEntries(body), key: randomKey() });
  await refreshQueuedWrites();
}

/** Discards a queued write. */
export async function dropQueuedWrite(seq: number): Promise<void> {
  await removeQueuedWrite(seq);
  await refreshQueuedWrites();
}

/** Discards all queued writes of the account that signs out. */
export async function dropAllQueuedWrites(): Promise<void> {
  for (const { seq } of await refreshQueuedWrites()) await removeQueuedWrite(seq);
  await refreshQueuedWrites();
}
