import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A real identity provider that accepts any name. */
export interface RunningProvider {
  issuer: string;
  /** Values of the settings section `auth/oidc` that use this provider. */
  settings: Readonly<Record<string, string>>;
  /** Claims by sign-in name; in `id_token` or `userinfo`, only there. */
  people: Record<string, Record<string, unknown> & { id_token?: object; userinfo?: object }>;
  /** Subject that replaces the one in ID tokens after signing. */
  forges?: string | undefined;
  close(): void;
}

/** Starts a provider that redirects to `<origin>/admin/login`. */
export async function startProvider(origin: string): Promise<RunningProvider> {
  let handle: http.RequestListener = () => undefined;
  const server = http.createServer((request, response) => handle(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [client_id, client_secret] = ['xingjian', 'a-secret-of-the-test-0123456789'];
  const people: RunningProvider['people'] = {};
  const provider = new Provider(issuer, {
    clients: [{ client_id, client_secret, redirect_uris: [`${origin}/admin/login`], application_type: 'native' }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['test'] },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: (use: 'id_token' | 'userinfo') => ({ sub, ...people[sub], ...people[sub]?.[use] }),
    }),
  });
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { id_token?: string } | undefined;
    if (running.forges && body?.id_token) body.id_token = asIfOf(running.forges, body.id_token);
  });
  handle = provider.callback();
  const running: RunningProvider = {
    issuer,
    settings: { enabled: '1', issuer, client_id, client_secret },
    people,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return running;
}

/** The same token with another subject and the original signature. */
function asIfOf(sub: string, token: string): string {
  const [head, claims = '', signature] = token.split('.');
  const payload = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
  return [head, Buffer.from(JSON.stringify({ ...payload, sub })).toString('base64url'), signature].join('.');
}
