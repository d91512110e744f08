import { type Envelope, Refused } from './envelope.ts';

/** The tokens of a BuildAdmin client, and its handling of an expired one. */
export interface Tokens {
  token: string;
  refreshToken: string;
  /** How often the token was refreshed. */
  readonly refreshed: number;
  /** Sends a call; 409 refreshes the token once for all calls in flight and repeats them, 302 discards it. */
  follow<T>(call: () => Promise<Envelope<T>>): Promise<Envelope<T>>;
}

/** `askNew`: the call that fetches a new token, sent with the old one. */
export function storeTokens(renew: (refreshToken: string) => Promise<Envelope<{ token: string }>>): Tokens {
  let refreshing: Promise<void> | undefined;
  let refreshed = 0;
  const sent = new Set<Promise<unknown>>();

  /** The old token is then invalid, so calls sent with it are awaited first (wire contract §2.3, as observed). */
  async function refresh(): Promise<void> {
    await Promise.allSettled(sent);
    const answer = await renew(tokens.refreshToken);
    if (answer.code !== 1) {
      tokens.token = '';
      throw new Refused(answer);
    }
    refreshed += 1;
    tokens.token = answer.data.token;
  }

  const tokens: Tokens = {
    token: '',
    refreshToken: '',
    get refreshed() {
      return refreshed;
    },
    async follow(call) {
      const used = tokens.token;
      const pending = call();
      sent.add(pending);
      const answer = await pending.finally(() => sent.delete(pending));
      if (answer.code === 1) return answer;
      if (answer.code === 409) {
        // a call answered after the refresh only has to be repeated
        if (tokens.token === used)
          refreshing ??= refresh().finally(() => {
            refreshing = undefined;
          });
        await refreshing;
        return tokens.follow(call);
      }
      if (answer.code === 302) tokens.token = '';
      throw new Refused(answer);
    },
  };
  return tokens;
}
