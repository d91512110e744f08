import { type Envelope, Told } from './envelope.ts';

/** The tokens of a client of the family, and what it does when one is over. */
export interface Tokens {
  token: string;
  refreshToken: string;
  /** How often the token was refreshed. */
  readonly refreshed: number;
  /** Sends a call; 409 refreshes the token once for all calls in flight and replays them, 302 drops it. */
  follow<T>(ask: () => Promise<Envelope<T>>): Promise<Envelope<T>>;
}

/** `askNew`: the call that brings a new token, sent with the old one. */
export function keepTokens(askNew: (refreshToken: string) => Promise<Envelope<{ token: string }>>): Tokens {
  let refreshing: Promise<void> | undefined;
  let refreshed = 0;
  const sent = new Set<Promise<unknown>>();

  /** The old token is gone from then on: whatever was sent with it is answered first (wire contract §2.3, as observed). */
  async function refresh(): Promise<void> {
    await Promise.allSettled(sent);
    const answer = await askNew(tokens.refreshToken);
    if (answer.code !== 1) {
      tokens.token = '';
      throw new Told(answer);
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
    async follow(ask) {
      const used = tokens.token;
      const asked = ask();
      sent.add(asked);
      const answer = await asked.finally(() => sent.delete(asked));
      if (answer.code === 1) return answer;
      if (answer.code === 409) {
        // one that is answered after the refresh has only to be asked again
        if (tokens.token === used)
          refreshing ??= refresh().finally(() => {
            refreshing = undefined;
          });
        await refreshing;
        return tokens.follow(ask);
      }
      if (answer.code === 302) tokens.token = '';
      throw new Told(answer);
    },
  };
  return tokens;
}
