interface Session {
  readonly token: string;
}

interface IdleSession {
  readonly session: Session;
  /** Ms. */
  readonly begunAt: number;
}

/** Ms after its sign-in for which a session is lent: a sign-in confirms an identity for ten minutes, and tests take less than the rest. */
const lendable = 4 * 60_000;

/** Sessions that no page uses, by product and account. All files of a worker share them. */
const idle = new Map<string, IdleSession[]>();

/**
 * A session of an officer for one page or call, and how to return it. Checking a password costs as much of the processor as opening a
 * list, so that a session is lent again afterwards, if it is still valid. Pages that are open at the same time have
 * sessions of their own.
 */
export async function borrowOfficerSession<T extends Session>(
  url: string,
  account: string,
  signIn: () => Promise<T>,
): Promise<{ readonly session: T; giveBack(): void }> {
  const key = `${url} ${account}`;
  const unused = idle.get(key) ?? [];
  idle.set(key, unused);
  const lent = (await takeValid<T>(url, unused)) ?? { session: await signIn(), begunAt: Date.now() };
  return { session: lent.session, giveBack: () => void unused.push(lent) };
}

async function takeValid<T extends Session>(url: string, unused: IdleSession[]) {
  for (let one = unused.pop(); one; one = unused.pop())
    if (Date.now() - one.begunAt < lendable && (await isValid(url, one.session.token)))
      return one as IdleSession & { readonly session: T };
  return undefined;
}

/** A test may have ended or locked it, or disabled its account. */
async function isValid(url: string, token: string): Promise<boolean> {
  const response = await fetch(`${url}/admin/message.notice/unread`, { headers: { server: 'true', batoken: token } });
  return ((await response.json()) as { code: number }).code === 1;
}
