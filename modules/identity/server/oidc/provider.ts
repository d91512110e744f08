import type { Configuration, CustomFetch } from 'openid-client';
import { text } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine.ts';
import { fetchLimited } from '#server/outgoing/fetch-limited.ts';
import { Refused } from '#server/refusal.ts';
import { oidcSettings } from '../../contract/oidc-settings.ts';

/** Read when somebody signs in by a provider, and not at the start of every process. */
export const library = () => import('openid-client');

const texts = {
  off: text('未启用统一身份认证', 'Single sign-on is not enabled'),
  away: text(
    '暂时连接不上统一身份认证，请稍后再试或使用密码登录',
    'Single sign-on is unreachable. Try again later or sign in with your password',
  ),
};

/** Seconds until a provider is asked for its addresses and keys anew, and after it could not be; seconds it may take to answer. */
const cacheSeconds = 600;
const awayFor = 15;
const patience = 10;
/** Bytes of one answer of a provider: its addresses, its keys, its tokens are some kilobytes. */
const longest = 500_000;

type Access = Pick<Engine, 'settings' | 'log' | 'config'>;

/** Asked once, however many wait for it: its answer, or that there was none, stands for a while. */
let last: { key: string; until: number; config: Promise<Configuration> } | undefined;

/** The provider as it is set up now; refused where there is none, or it does not answer. */
export async function readProvider(engine: Access): Promise<Configuration> {
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

/** What a provider says of itself, and by what it is spoken to from then on. */
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
  } = await library();
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
    // where it may be spoken to in the clear says whoever runs this server: fetchLimited
    execute: [allowInsecureRequests],
  });
  const server = found.serverMetadata();
  // what is not said is the header (OpenID Connect Discovery 1.0 §3)
  const byHeader = server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true;
  const proof = client_secret ? (byHeader ? ClientSecretBasic : ClientSecretPost)(client_secret) : None();
  const configuration = new Configuration(server, client_id, client_secret ?? undefined, proof);
  configuration.timeout = patience;
  Object.assign(configuration, withFetch);
  allowInsecureRequests(configuration);
  // by the keys the provider publishes, whatever way the token came
  enableNonRepudiationChecks(configuration);
  return configuration;
}
