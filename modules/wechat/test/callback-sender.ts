import { randomBytes } from 'node:crypto';
import type { Client, TestApp } from '../../../test/support/test-engine.ts';
import { callbackPath } from '../contract/official-account-kinds-and-encryption-modes.ts';
import {
  decryptCallbackMessage,
  encryptCallbackMessage,
} from '../server/callback/encrypt-and-decrypt-callback-message.ts';
import { parseCallbackXml } from '../server/callback/parse-callback-xml.ts';
import { signCallback } from '../server/callback/sign-and-compare-wechat-callback.ts';

export const accountSecrets = {
  secret: '0123456789abcdef0123456789abcdef',
  token: 'Token123',
  aes_key: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
} as const;

/** The public address of the platform, without which no account is connected. */
export async function setPlatformAddress(admin: Client): Promise<void> {
  const set = { section: 'site', values: { address: 'https://wl.example.cn/' }, versions: {} };
  const { code, text } = await admin.post('/admin/system.setting/save', set);
  if (code !== 1) throw new Error(text);
}

const now = () => Math.floor(Date.now() / 1000);
let sent = 0;

/** The XML of a message, by the names of WeChat. */
export const messageXml = (elements: Readonly<Record<string, string | number>>): string => {
  const all = { ToUserName: 'gh_0123456789ab', FromUserName: 'fan-1', CreateTime: now(), ...elements };
  return `<xml>${Object.entries(all)
    .map(([name, value]) => `<${name}>${typeof value === 'number' ? value : `<![CDATA[${value}]]>`}</${name}>`)
    .join('')}</xml>`;
};
export const textXml = (written: string, more: Readonly<Record<string, string | number>> = {}): string =>
  messageXml({ MsgType: 'text', Content: written, MsgId: String(10_000_000 + ++sent), ...more });

export interface Sending {
  readonly appId: string;
  readonly isEncrypted?: boolean;
  readonly timestamp?: string;
  readonly nonce?: string;
  readonly token?: string;
  readonly aesKey?: string;
  readonly signature?: string;
}

/** A message as the platform of WeChat sends it. */
export function signedRequest(
  xml: string,
  { appId, isEncrypted, timestamp = String(now()), nonce = randomBytes(6).toString('hex'), ...keys }: Sending,
) {
  const { token = accountSecrets.token, aesKey = accountSecrets.aes_key } = keys;
  const query = new URLSearchParams({
    signature: keys.signature ?? signCallback(token, timestamp, nonce),
    timestamp,
    nonce,
    openid: 'fan-1',
  });
  let payload = xml;
  if (isEncrypted) {
    const encrypted = encryptCallbackMessage(aesKey, appId, xml);
    payload = `<xml><ToUserName><![CDATA[gh_0123456789ab]]></ToUserName><Encrypt><![CDATA[${encrypted}]]></Encrypt></xml>`;
    query.set('encrypt_type', 'aes');
    query.set('msg_signature', keys.signature ?? signCallback(token, timestamp, nonce, encrypted));
  }
  return { path: `${callbackPath}/${appId}?${query.toString()}`, body: payload };
}

/** A request as it is, for those that are sent twice or changed. */
export async function postToCallback({ address }: TestApp, { path, body }: ReturnType<typeof signedRequest>) {
  const response = await fetch(`${address}${path}`, { method: 'POST', headers: { 'content-type': 'text/xml' }, body });
  return { status: response.status, body: await response.text() };
}

/** Sends a message, and reads the answer, decrypted if need be. */
export async function sendToAccount(app: TestApp, xml: string, sending: Sending) {
  const { status, body } = await postToCallback(app, signedRequest(xml, sending));
  if (!body.startsWith('<xml>')) return { status, body, elements: undefined };
  const outer = parseCallbackXml(body);
  if (!sending.isEncrypted) return { status, body, elements: outer };
  const { Encrypt = '', MsgSignature, TimeStamp = '', Nonce = '' } = outer;
  if (MsgSignature !== signCallback(accountSecrets.token, TimeStamp, Nonce, Encrypt))
    throw new Error('the answer is not signed');
  const answer = decryptCallbackMessage(accountSecrets.aes_key, sending.appId, Encrypt);
  return { status, body: answer, elements: parseCallbackXml(answer) };
}
