import type { Locale } from '#kernel/text/text.ts';
import { type TestApp, testPassword } from '../support/test-engine.ts';
import type { Envelope } from './envelope.ts';
import { storeTokens } from './tokens.ts';

/** A menu rule as in the boot answer (wire contract §2.6). */
export interface Rule {
  id: number;
  pid: number;
  type: string;
  title: string;
  name: string;
  path: string;
  icon: string;
  menu_type: string | null;
  url: string;
  component: string;
  keepalive: string | 0;
  extend: string;
  children?: Rule[];
}

/** What a click on a menu rule opens: a view of the client, a frame, or a new window. */
export type Shown = { view: string } | { frame: string } | { window: string };

type Method = 'GET' | 'POST' | 'DELETE';
type Params = Readonly<Record<string, unknown>>;

/**
 * A BuildAdmin client, as observed for the wire contract: the headers it sends, and its handling of codes. 409
 * refreshes the token once for all calls in flight and repeats them; 302 discards the token; any other code except 1 is
 * thrown as {@link Refused}. It knows nothing of our client, sends only what the contract names, and uses a real
 * connection:
 *
 * ```ts
 * const client = openBuildAdminClient(app);
 * await client.signIn('admin');
 * await client.boot();
 * await walkPage(client, { controller: 'user.group', … });   // stock-page.ts: all calls of a stock page
 * await client.signOut();
 * ```
 */
export interface BuildAdminClient {
  /** Empty when signed out. */
  readonly token: string;
  readonly refreshToken: string;
  /** Makes one call and returns its answer, whatever it is; 409 does not refresh the token. */
  call<T = unknown>(method: Method, path: string, params?: Params): Promise<Envelope<T>>;
  /** The data of a successful call; parameters of GET and DELETE go into the URL, of POST into the body. */
  get<T = unknown>(path: string, params?: Params): Promise<T>;
  post<T = unknown>(path: string, body?: Params): Promise<Envelope<T>>;
  del<T = unknown>(path: string, params?: Params): Promise<Envelope<T>>;
  /** Asks whether there is a captcha, then signs in like the form with “keep me signed in”. */
  signIn(username: string, password?: string): Promise<Params>;
  /** Reads the menu: from then on pages can be opened and buttons show. The officer in the answer is stored. */
  boot(): Promise<Params & { menus: Rule[] }>;
  /** What opens at a path below /admin; throws if the client would return to the dashboard. */
  open(path: string): Shown;
  /** Whether a button shows on a page: decided by the nodes below its rule, for everybody. */
  shows(path: string, action: string): boolean;
  signOut(): Promise<void>;
  /** Simulates an expired token: the next call is answered 409. */
  outlive(): Promise<void>;
  /** How often it refreshed its token. */
  readonly refreshed: number;
}

export function openBuildAdminClient(app: TestApp, locale: Locale = 'zh-cn'): BuildAdminClient {
  const tokens = storeTokens((refreshToken) =>
    send('POST', '/api/common/refreshToken', { refresh_token: refreshToken }),
  );
  let pages = new Map<string, Shown>();
  let nodes = new Map<string, ReadonlySet<string>>();

  async function send<T>(method: Method, path: string, params: Params = {}): Promise<Envelope<T>> {
    const query = method === 'POST' ? '' : writeQuery(params);
    const answer = await fetch(`${app.address}${path}${query && `${path.includes('?') ? '&' : '?'}${query}`}`, {
      method,
      headers: {
        accept: 'application/json, text/plain, */*',
        server: 'true',
        'think-lang': locale,
        ...(tokens.token ? { batoken: tokens.token } : {}),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { body: JSON.stringify(params) } : {}),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${method} ${path}: HTTP ${answer.status} ${text}`);
    return JSON.parse(text) as Envelope<T>;
  }

  const call = <T>(method: Method, path: string, params?: Params) => tokens.follow(() => send<T>(method, path, params));

  return {
    get token() {
      return tokens.token;
    },
    get refreshToken() {
      return tokens.refreshToken;
    },
    get refreshed() {
      return tokens.refreshed;
    },
    call: send,
    get: async <T>(path: string, params?: Params) => (await call<T>('GET', path, params)).data,
    post: <T>(path: string, body: Params = {}) => call<T>('POST', path, dropNulls(body)),
    del: <T>(path: string, params?: Params) => call<T>('DELETE', path, params),
    async signIn(username, password = testPassword) {
      await call('GET', '/admin/index/login');
      const { data } = await call<{ userInfo: Params & { token: string; refreshToken: string } }>(
        'POST',
        '/admin/index/login',
        { username, password, captcha: '', keep: true, loading: false, captcha_id: '' },
      );
      ({ token: tokens.token, refreshToken: tokens.refreshToken } = data.userInfo);
      return data.userInfo;
    },
    async boot() {
      const { data } = await call<Params & { menus: Rule[] }>('GET', '/admin/index/index');
      const { token = tokens.token } = data.adminInfo as { token?: string };
      tokens.token = token;
      ({ pages, nodes } = readRules(data.menus));
      return data;
    },
    open(path) {
      const shown = pages.get(path);
      if (!shown) throw new Error(`nothing opens at ${path}`);
      return shown;
    },
    shows: (path, action) => nodes.get(path)?.has(`${path}/${action}`) ?? false,
    async signOut() {
      await call('POST', '/admin/index/logout', { refresh_token: tokens.refreshToken });
      tokens.token = '';
      tokens.refreshToken = '';
    },
    async outlive() {
      await app.db.query("update token set expiretime = now() - interval '1 minute' where type = 'admin'");
      app.platform.authenticator.forget();
    },
  };
}

/** Null values of a form are not posted (wire contract §2.5). */
const dropNulls = (body: Params): Params =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== undefined));

/** `{ids: [1], search: [{field: 'a'}]}` → `ids[]=1&search[0][field]=a`. */
function writeQuery(params: Params): string {
  const parts: [string, string][] = [];
  const write = (name: string, value: unknown) => {
    if (value === null || value === undefined) return;
    if (Array.isArray(value))
      for (const [place, one] of value.entries())
        write(typeof one === 'object' && one !== null ? `${name}[${place}]` : `${name}[]`, one);
    else if (typeof value === 'object') for (const [key, one] of Object.entries(value)) write(`${name}[${key}]`, one);
    else parts.push([name, String(value)]);
  };
  for (const [name, value] of Object.entries(params)) write(name, value);
  return new URLSearchParams(parts).toString();
}

/** The client contains the files of its views; it opens no others. */
const views = /^\/src\/views\/backend\/[\w/]+\.vue$/;

/** The routes that the client derives from its menu (wire contract §2.6). */
function readRules(rules: readonly Rule[]) {
  const pages = new Map<string, Shown>();
  const nodes = new Map<string, Set<string>>();
  const read = (list: readonly Rule[], above: string) => {
    for (const rule of list) {
      if (rule.type === 'button') {
        nodes.set(above, (nodes.get(above) ?? new Set()).add(rule.name));
        continue;
      }
      if (rule.type === 'menu' && rule.extend !== 'add_menu_only') {
        if (rule.menu_type === 'iframe') pages.set(rule.path, { frame: rule.url });
        else if (rule.menu_type === 'link') pages.set(rule.path, { window: rule.url });
        else if (rule.menu_type === 'tab' && views.test(rule.component)) pages.set(rule.path, { view: rule.component });
      }
      read(rule.children ?? [], rule.path);
    }
  };
  read(rules, '');
  return { pages, nodes };
}
