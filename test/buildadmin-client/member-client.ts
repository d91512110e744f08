import type { TestApp } from '../support/test-engine.ts';
import type { Rule } from './client.ts';
import type { Envelope } from './envelope.ts';
import { storeTokens } from './tokens.ts';

type Params = Readonly<Record<string, unknown>>;

/**
 * A BuildAdmin client for members, with the headers it sends and its handling of codes; 409 refreshes the token once
 * for all calls in flight and repeats them.
 */
export interface BuildAdminMemberClient {
  readonly token: string;
  readonly refreshed: number;
  get<T = unknown>(path: string): Promise<T>;
  post<T = unknown>(path: string, body?: Params): Promise<Envelope<T>>;
  /** Uploads a picture as the client does. */
  upload(file: Blob, name: string): Promise<{ file: { url: string; user_id: number } }>;
  /** The answer of `checkInCall`, stored as by the client. */
  enter(
    body: Params,
  ): Promise<Envelope<{ userInfo: Params & { token: string; refreshToken: string }; routePath: string }>>;
  index(): Promise<{ userInfo: Params; menus: Rule[] }>;
  signOut(): Promise<void>;
}

export function openBuildAdminMemberClient(app: TestApp): BuildAdminMemberClient {
  const tokens = storeTokens((refreshToken) =>
    send('POST', '/api/common/refreshToken', { refresh_token: refreshToken }),
  );

  async function send<T>(method: 'GET' | 'POST', path: string, body?: Params | FormData): Promise<Envelope<T>> {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${app.address}${path}`, {
      method,
      headers: {
        accept: 'application/json, text/plain, */*',
        server: 'true',
        'think-lang': 'zh-cn',
        ...(tokens.token ? { 'ba-user-token': tokens.token } : {}),
        ...(method === 'POST' && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { body: isForm ? body : JSON.stringify(body ?? {}) } : {}),
    });
    if (answer.status !== 200) throw new Error(`${method} ${path}: HTTP ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Envelope<T>;
  }

  const call = <T>(method: 'GET' | 'POST', path: string, body?: Params | FormData) =>
    tokens.follow(() => send<T>(method, path, body));

  return {
    get token() {
      return tokens.token;
    },
    get refreshed() {
      return tokens.refreshed;
    },
    get: async <T>(path: string) => (await call<T>('GET', path)).data,
    post: <T>(path: string, body?: Params) => call<T>('POST', path, body),
    async upload(file, name) {
      const form = new FormData();
      form.append('file', file, name);
      return (await call<{ file: { url: string; user_id: number } }>('POST', '/api/ajax/upload', form)).data;
    },
    async enter(body) {
      const answer = await call<{ userInfo: Params & { token: string; refreshToken: string }; routePath: string }>(
        'POST',
        '/api/user/checkIn',
        body,
      );
      ({ token: tokens.token, refreshToken: tokens.refreshToken } = answer.data.userInfo);
      return answer;
    },
    // it replaces the stored account by the answer, except for the refresh token
    async index() {
      const { data } = await call<{ userInfo: Params & { token: string }; menus: Rule[] }>('GET', '/api/user/index');
      tokens.token = data.userInfo.token;
      return data;
    },
    async signOut() {
      await call('POST', '/api/user/logout', { refresh_token: tokens.refreshToken });
      tokens.token = '';
      tokens.refreshToken = '';
    },
  };
}
