import { create } from 'zustand';
import { text } from '#kernel/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { speak } from '#web/i18n/locale.ts';
import { currentArea, sideOf } from '#web/session/area.ts';
import { useAdminSession, useMemberSession } from '#web/session/session.ts';
import { post, WireError } from './client.ts';
import { addKept, changeKept, type KeptWrite, readKept, removeKept } from './kept-store.ts';
import { randomKey } from './write-key.ts';

const words = {
  kept: text(
    '没有网络：“{title}”已存在本机，联网后自动发送',
    'No network: “{title}” is kept here and sent once there is',
  ),
  sent: text('{n} 项已发送', '{n} sent'),
  refused: text('“{title}”未能发送：{message}', '“{title}” could not be sent: {message}'),
  remarked: text('“{title}”已发送：{remark}', '“{title}” was sent: {remark}'),
  lost: text(
    '没有网络，本机也存不下，请稍后再保存',
    'No network, and nothing can be kept here. Please save again later',
  ),
};

/** Ms between two tries while something waits: a browser does not always notice that the network is back. */
export const tryAgain = 15_000;

/** What waits to be sent, of whoever is at work in this window. */
export const useKeptWrites = create<{ list: readonly KeptWrite[]; sending: boolean }>(() => ({
  list: [],
  sending: false,
}));

/** Whose writes are kept now; undefined where nobody has signed in. */
export function keptAccount(): string | undefined {
  const area = currentArea();
  const who = (area === 'admin' ? useAdminSession : useMemberSession).getState().info;
  return who?.id ? `${area}:${who.id}` : undefined;
}

/** Reads anew what is kept: another window may have sent it. */
export async function refreshKept(): Promise<readonly KeptWrite[]> {
  const account = keptAccount();
  const list = account === undefined ? [] : await readKept(account).catch(() => []);
  useKeptWrites.setState({ list });
  return list;
}

/** A write that got no answer is kept, where that is why it failed, and said so: true. It then counts as made. */
export async function keepForLater(
  error: unknown,
  about: Pick<KeptWrite, 'title' | 'resource' | 'first'>,
): Promise<boolean> {
  const account = keptAccount();
  if (!(error instanceof WireError) || !error.unsent || account === undefined) return false;
  try {
    await addKept({ ...error.unsent, ...about, account, area: sideOf().app, since: Date.now() });
  } catch {
    toast.error(speak(words.lost));
    return false;
  }
  await refreshKept();
  toast.info(speak(words.kept, { title: about.title }));
  return true;
}

/** One write as it was made, under the key it was made with. */
export const sendOne = ({ url, body, key, area }: Pick<KeptWrite, 'url' | 'body' | 'key' | 'area'>): Promise<unknown> =>
  post(url, body, { quiet: true, duplicate: 'allow', key, area });

/** The network or the server is away, or nobody is signed in any more: it says nothing of the write. */
const isAway = (error: WireError): boolean => error.cancelled || error.status !== 200;

/** What the server took and still has to say of it: whoever made it has gone on meanwhile. */
const remarkOf = (told: unknown): string | undefined => {
  const remark = typeof told === 'object' && told !== null && 'remark' in told ? told.remark : undefined;
  return typeof remark === 'string' ? remark : undefined;
};

let underWay: Promise<void> | undefined;

/**
 * Sends what is kept, in the order in which it was made, until the network goes again. What the server refuses stays, with
 * what it said, for whoever made it to decide; what comes after it does not wait for that. `onSent`: a resource changed.
 */
export function sendKept(onSent: (resource: string) => void): Promise<void> {
  underWay ??= sendAll(onSent).finally(() => {
    underWay = undefined;
    useKeptWrites.setState({ sending: false });
  });
  return underWay;
}

async function sendAll(onSent: (resource: string) => void): Promise<void> {
  const waiting = (await refreshKept())
    .filter((one) => !one.refused)
    .toSorted((a, b) => Number(b.first ?? false) - Number(a.first ?? false));
  if (waiting.length === 0) return;
  useKeptWrites.setState({ sending: true });
  let sent = 0;
  for (const one of waiting) {
    try {
      const told = await sendOne(one);
      await removeKept(one.seq);
      sent += 1;
      const remark = remarkOf(told);
      if (remark !== undefined) toast.error(speak(words.remarked, { title: one.title, remark }));
      onSent(one.resource);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (isAway(error)) break;
      await changeKept({ ...one, refused: { message: error.message, data: error.data } });
      toast.error(speak(words.refused, { title: one.title, message: error.message }));
    }
  }
  await refreshKept();
  if (sent > 0) toast.success(speak(words.sent, { n: sent }));
}

/** One that was refused, to be sent once more: with other values, and as another write. */
export async function reviseKept(
  { refused: _refused, ...write }: KeptWrite,
  changes: KeptWrite['body'],
): Promise<void> {
  const body = Object.entries({ ...write.body, ...changes }).filter(([, value]) => value !== undefined);
  await changeKept({ ...write, body: Object.fromEntries(body), key: randomKey() });
  await refreshKept();
}

/** Gives one up. */
export async function dropKept(seq: number): Promise<void> {
  await removeKept(seq);
  await refreshKept();
}

/** Gives everything up that is kept for whoever signs out. */
export async function dropAllKept(): Promise<void> {
  for (const { seq } of await refreshKept()) await removeKept(seq);
  await refreshKept();
}
