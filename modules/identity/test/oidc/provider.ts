import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A real identity provider, which believes whatever name one signs in with. */
export interface RunningProvider {
  issuer: string;
  /** What the product is set up with: values of the section `auth/oidc`. */
  settings: Readonly<Record<string, string>>;
  /** What it says of somebody, by the name they sign in with; or in the ID token, and where it is asked, alone. */
  people: Record<string, Record<string, unknown> & { id_token?: object; userinfo?: object }>;
  /** Whom its ID tokens are changed to be of after they were signed. */
  forges?: string | undefined;
  close(): void;
}

/** Starts a provider that leads back to `<origin>/admin/login`. */
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

/** The same token with another subject, under the signature it had. */
function asIfOf(sub: string, token: string): string {
  const [head, claims = '', signature] = token.split('.');
  const payload = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
  return [head, Buffer.from(JSON.stringify({ ...payload, sub })).toString('base64url'), signature].join('.');
}
