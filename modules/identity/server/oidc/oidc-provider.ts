import type { Configuration, CustomFetch } from 'openid-client';
import { text } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { fetchLimited } from '#server/outgoing/fetch-with-size-and-address-limits.ts';
import { Refused } from '#server/refusal.ts';
import { oidcSettings } from '../../contract/single-sign-on-oidc-settings.ts';

/** Loaded on first use, not at process start. */
export const loadOidcLibrary = () => import('openid-client');

const texts = {
  off: text('未启用统一身份认证', 'Single sign-on is not enabled'),
  away: text(
    '暂时连接不上统一身份认证，请稍后再试或使用密码登录',
    'Single sign-on is unreachable. Try again later or sign in with your password',
  ),
};

/** Seconds to cache a provider's metadata, and a failure to fetch it; seconds of the timeout. */
const cacheSeconds = 600;
const awayFor = 15;
const patience = 10;
/** Most bytes of a provider's answer: metadata, keys and tokens are some kilobytes. */
const longest = 500_000;

type Access = Pick<Engine, 'settings' | 'log' | 'config'>;

/** One shared request; its result or failure is cached for a while. */
let last: { key: string; until: number; config: Promise<Configuration> } | undefined;

/** The configured provider; refused if none is set or it does not answer. */
export async function readOidcProvider(engine: Access): Promise<Configuration> {
  const { enabled, issuer, client_id, client_secret } = engine.settings(oidcSettings);
  if (enabled !== '1' || !issuer || !client_id) throw new Refused(texts.off, { data: { reason: 'invalid' } });
  const key = JSON.stringify([issuer, client_id, client_secret]);
  if (last?.key !== key || Date.now() > last.until) {
    const config = discover(engine, { issuer, client_id, client_secret });
    const pending = { key, until: Date.now() + cacheSeconds * 1000, config };
    last = pending;
    config.catch((error: unknown) => {
      pending.until = Date.now() + awayFor * 1000;
      engine.log.warn({ issuer, reason: String(error) }, 'the identity provider could not be read');
    });
  }
  return last.config.catch(() => {
    throw new Refused(texts.away, { data: { reason: 'unavailable' } });
  });
}

/** Discovers a provider's metadata and builds the client configuration. */
async function discover(
  { config }: Access,
  set: { readonly issuer: string; readonly client_id: string; readonly client_secret: string | null },
): Promise<Configuration> {
  const { client_id, client_secret } = set;
  const {
    allowInsecureRequests,
    ClientSecretBasic,
    ClientSecretPost,
    Configuration,
    customFetch,
    discovery,
    enableNonRepudiationChecks,
    None,
  } = await loadOidcLibrary();
  const fetchFromProvider: CustomFetch = (address, { method, headers, body, signal }) =>
    fetchLimited({ config }, address, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      maxBytes: longest,
      timeout: patience * 1000,
      ...(signal ? { signal } : {}),
      ...(body ? { body: typeof body === 'string' ? body : String(body) } : {}),
    });
  const withFetch = { [customFetch]: fetchFromProvider };
  const found = await discovery(new URL(set.issuer), client_id, client_secret ?? undefined, undefined, {
    timeout: patience,
    ...withFetch,
    // fetchLimited decides whether plain http is allowed, by server configuration
    execute: [allowInsecureRequests],
  });
  const server = found.serverMetadata();
  // default: the header (OpenID Connect Discovery 1.0 §3)
  const byHeader = server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true;
  const proof = client_secret ? (byHeader ? ClientSecretBasic : ClientSecretPost)(client_secret) : None();
  const configuration = new Configuration(server, client_id, client_secret ?? undefined, proof);
  configuration.timeout = patience;
  Object.assign(configuration, withFetch);
  allowInsecureRequests(configuration);
  // verified by the provider's published keys, on every path
  enableNonRepudiationChecks(configuration);
  return configuration;
}
