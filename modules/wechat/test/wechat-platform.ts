import { type LocalServer, startLocalServer } from '../../../test/support/local-server.ts';

/** A call that the platform of WeChat received. */
export interface WechatCall {
  readonly path: string;
  readonly token: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * The part of the API of WeChat that the product calls, as it is documented: `stable_token` gives one token per account until a
 * new one is forced, which ends it; the other calls accept the present token only.
 */
export class WechatPlatform {
  readonly server: LocalServer;
  readonly calls: WechatCall[];
  #tokens: { current: string; given: number };
  /** Answers in place of success, by path; a promise answers once it is resolved. */
  readonly answers: Map<string, object | 'never' | Promise<object>>;

  private constructor(
    server: LocalServer,
    state: Pick<WechatPlatform, 'calls' | 'answers'> & { tokens: { current: string; given: number } },
  ) {
    this.server = server;
    this.calls = state.calls;
    this.answers = state.answers;
    this.#tokens = state.tokens;
  }

  static async start(secret: string): Promise<WechatPlatform> {
    const calls: WechatCall[] = [];
    const answers: WechatPlatform['answers'] = new Map();
    const tokens = { current: 'token-1', given: 1 };
    const answerOf = ({ path, token, body }: WechatCall): object => {
      if (path === '/cgi-bin/stable_token') {
        if (body.secret !== secret) return { errcode: 40125, errmsg: 'invalid appsecret' };
        if (body.force_refresh === true) tokens.current = `token-${++tokens.given}`;
        return { access_token: tokens.current, expires_in: 7200 };
      }
      if (token !== tokens.current)
        return { errcode: 40001, errmsg: 'invalid credential, access_token is invalid or not latest' };
      return { errcode: 0, errmsg: 'ok', msgid: 200_228_332 };
    };
    const server = await startLocalServer((request, response) => {
      let sent = '';
      request.on('data', (piece: Buffer) => {
        sent += piece.toString();
      });
      request.on('end', () => {
        const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://wechat');
        const call = {
          path,
          token: searchParams.get('access_token'),
          body: JSON.parse(sent || '{}') as WechatCall['body'],
        };
        calls.push(call);
        const answer = answers.get(path) ?? answerOf(call);
        void Promise.resolve(answer).then((given) => {
          if (given !== 'never') response.setHeader('content-type', 'application/json').end(JSON.stringify(given));
        });
      });
    });
    return new WechatPlatform(server, { calls, answers, tokens });
  }

  /** Ends the present token, as if another system had been given one. */
  endToken(): void {
    this.#tokens.current = `token-${++this.#tokens.given}`;
  }

  callsOf(path: string): readonly WechatCall[] {
    return this.calls.filter((call) => call.path === path);
  }
}
