import type { Configuration } from 'openid-client';
import { text } from '#kernel/text.ts';
import type { Engine } from '#server/engine.ts';
import { Refused } from '#server/refusal.ts';
import { oidc } from '../../contract/oidc.ts';

/** Read when somebody signs in by a provider, and not at the start of every process. */
export const library = () => import('openid-client');

const say = {
  off: text('未启用统一身份认证', 'No identity provider is set up'),
  away: text(
    '暂时连接不上统一身份认证，请稍后再试或使用密码登录',
    'The identity provider cannot be reached; try later or use your password',
  ),
};

/** Seconds until a provider is asked for its addresses and keys anew, and seconds it may take to answer. */
const kept = 600;
const patience = 10;

let last: { key: string; at: number; config: Configuration } | undefined;

/** Only this machine may be spoken to in the clear. */
const isLoopback = ({ protocol, hostname }: URL) =>
  protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** The provider as it is set up now; refused where there is none, or it does not answer. */
export async function readProvider({ settings, log }: Pick<Engine, 'settings' | 'log'>): Promise<Configuration> {
  const { enabled, issuer, client_id, client_secret } = settings(oidc);
  if (enabled !== '1' || !issuer || !client_id) throw new Refused(say.off, { data: { reason: 'invalid' } });
  const key = JSON.stringify([issuer, client_id, client_secret]);
  if (last?.key === key && Date.now() - last.at < kept * 1000) return last.config;
  const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, Configuration, discovery, None } =
    await library();
  const address = new URL(issuer);
  try {
    const config = await discovery(address, client_id, client_secret ?? undefined, undefined, {
      timeout: patience,
      ...(isLoopback(address) ? { execute: [allowInsecureRequests] } : {}),
    });
    const server = config.serverMetadata();
    // what is not said is the header (OpenID Connect Discovery 1.0 §3)
    const byHeader = server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true;
    const proof = client_secret ? (byHeader ? ClientSecretBasic : ClientSecretPost)(client_secret) : None();
    const known = new Configuration(server, client_id, client_secret ?? undefined, proof);
    known.timeout = patience;
    if (isLoopback(address)) allowInsecureRequests(known);
    last = { key, at: Date.now(), config: known };
    return known;
  } catch (error) {
    log.warn({ issuer, reason: String(error) }, 'the identity provider could not be read');
    throw new Refused(say.away, { data: { reason: 'unavailable' } });
  }
}
