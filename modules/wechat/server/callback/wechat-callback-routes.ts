import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { guestCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { deviceOfRequest, localeOfRequest } from '#server/http/dispatch-call-to-controller.ts';
import type { RouteServices } from '#server/platform/server-module-declaration.ts';
import { Refused } from '#server/refusal.ts';
import { callbackClockTolerance, callbackPath } from '../../contract/official-account-kinds-and-encryption-modes.ts';
import { type OfficialAccount, readOfficialAccount } from '../account/read-official-account-with-secrets.ts';
import {
  CallbackCipherError,
  decryptCallbackMessage,
  encryptCallbackMessage,
} from './encrypt-and-decrypt-callback-message.ts';
import { incomingMessageFromXmlElements } from './incoming-message-from-xml-elements.ts';
import { CallbackFormatError, parseCallbackXml } from './parse-callback-xml.ts';
import { noteAnswered, receiveMessage } from './reply-to-incoming-message.ts';
import { isSameSignature, signCallback } from './sign-and-compare-wechat-callback.ts';
import { writeEncryptedXml, writeReplyXml } from './write-reply-xml.ts';

/** Bytes of a message; the longest text has 2,048, three times that when encrypted beside the plain one. */
const bodyLimit = 64 * 1024;

/** Why a call is refused, as its HTTP status. */
class CallbackRefusal extends Error {
  readonly status: 400 | 403;

  constructor(status: 400 | 403, message: string) {
    super(message);
    this.status = status;
  }
}

/** A parameter of the address; empty: it was not sent once as a text. */
const parameterOf = (request: FastifyRequest, name: string): string => {
  const sent = (request.query as Readonly<Record<string, unknown>>)[name];
  return typeof sent === 'string' ? sent : '';
};

/** The account of a call whose time is near. An unknown account is refused like a wrong signature. */
async function accountOfCall(engine: Engine, request: FastifyRequest): Promise<OfficialAccount & { token: string }> {
  const { appId } = request.params as { readonly appId: string };
  const account = /^wx[0-9a-f]{16}$/.test(appId)
    ? await readOfficialAccount(engine, sql`t.app_id = ${appId}`)
    : undefined;
  if (!account?.token) throw new CallbackRefusal(403, 'signature');
  const timestamp = parameterOf(request, 'timestamp');
  if (!/^\d{10}$/.test(timestamp) || Math.abs(Number(timestamp) - Date.now() / 1000) > callbackClockTolerance)
    throw new CallbackRefusal(403, 'timestamp');
  return { ...account, token: account.token };
}

/** Refuses a signature that does not fit, or is the first time of none. */
function verifySignature(
  request: FastifyRequest,
  name: 'signature' | 'msg_signature',
  ...texts: readonly string[]
): void {
  const signed = signCallback(...texts, parameterOf(request, 'timestamp'), parameterOf(request, 'nonce'));
  if (!isSameSignature(parameterOf(request, name), signed)) throw new CallbackRefusal(403, 'signature');
}

/**
 * Notes the signature of a call with its content, the body or what is verified: it is valid for that only. A plain
 * signature does not cover it, so that whoever has seen one could send something else with it.
 */
async function claimSignature({ db }: Engine, account: number, signature: string, content: string): Promise<void> {
  const hash = createHash('sha256').update(content).digest('base64url');
  const claimed = await db.row(sql`
    insert into wechat_callback_signature as s (account_id, signature, body_hash) values (${account}, ${signature}, ${hash})
    on conflict (account_id, signature) do update set body_hash = s.body_hash where s.body_hash = excluded.body_hash returning s.account_id`);
  if (!claimed) throw new CallbackRefusal(403, 'signature used for another call');
}

/** What a call is answered, and what follows once the answer was sent. */
interface CallbackAnswer {
  readonly body: string;
  readonly onSent?: () => Promise<unknown>;
}

/** `GET`: WeChat verifies the address. */
async function answerVerification(engine: Engine, request: FastifyRequest): Promise<CallbackAnswer> {
  const account = await accountOfCall(engine, request);
  verifySignature(request, 'signature', account.token);
  const echo = parameterOf(request, 'echostr');
  if (!/^[\x21-\x7e]{1,200}$/.test(echo)) throw new CallbackRefusal(400, 'echostr');
  await claimSignature(engine, account.id, parameterOf(request, 'signature'), `echostr ${echo}`);
  await noteCall(engine, account.id);
  return { body: echo };
}

const noteCall = ({ db }: Engine, account: number): Promise<unknown> =>
  // once a minute, as nobody reads the seconds
  db.query(
    sql`update wechat_account set callback_at = now() where id = ${account} and coalesce(callback_at < now() - interval '1 minute', true)`,
  );

/** The XML of a message, decrypted unless the account is in plain mode. */
function messageXmlOf(request: FastifyRequest, account: OfficialAccount & { token: string }, body: string) {
  const isEncrypted = parameterOf(request, 'encrypt_type') === 'aes';
  // in compatible mode WeChat encrypts too, beside the plain message, which its signature does not cover
  if (isEncrypted === (account.mode === 'plain')) throw new CallbackRefusal(403, 'encryption');
  if (!isEncrypted) {
    verifySignature(request, 'signature', account.token);
    return { xml: body, isEncrypted, signature: parameterOf(request, 'signature') };
  }
  const { Encrypt: encrypted = '' } = parseCallbackXml(body);
  verifySignature(request, 'msg_signature', account.token, encrypted);
  const xml = decryptCallbackMessage(account.aesKey ?? '', account.appId, encrypted);
  return { xml, isEncrypted, signature: parameterOf(request, 'msg_signature') };
}

/** `POST`: a message or event. The answer is a reply, or `success`: nothing is shown. */
async function answerMessage(engine: Engine, request: FastifyRequest): Promise<CallbackAnswer> {
  const account = await accountOfCall(engine, request);
  const body = typeof request.body === 'string' ? request.body : '';
  const { xml, isEncrypted, signature } = messageXmlOf(request, account, body);
  await claimSignature(engine, account.id, signature, body);
  const message = incomingMessageFromXmlElements(parseCallbackXml(xml));
  if (account.originalId && message.to !== account.originalId) throw new CallbackRefusal(403, 'another account');
  await noteCall(engine, account.id);
  const answer = await receiveMessage(engine, account, message);
  if (!answer) return { body: 'success' };
  const at = Math.floor(Date.now() / 1000);
  const plain = writeReplyXml(answer.reply, { from: message.to, to: message.openid, at });
  const onSent = () => noteAnswered(engine, answer.id);
  if (!isEncrypted || !account.aesKey) return { body: plain, onSent };
  const encrypted = encryptCallbackMessage(account.aesKey, account.appId, plain);
  const [timestamp, nonce] = [String(at), parameterOf(request, 'nonce')];
  const msgSignature = signCallback(account.token, timestamp, nonce, encrypted);
  return { body: writeEncryptedXml({ encrypted, timestamp, nonce, signature: msgSignature }), onSent };
}

const statusOf = (error: unknown): number | undefined => {
  if (error instanceof CallbackRefusal) return error.status;
  if (error instanceof CallbackFormatError) return 400;
  if (error instanceof CallbackCipherError) return 403;
  if (error instanceof Refused) return 429;
  const { statusCode } = error as { readonly statusCode?: number };
  return statusCode !== undefined && statusCode < 500 ? statusCode : undefined;
};

/** The callback address of official accounts, `/wechat/callback/<AppID>`, with HTTP statuses as WeChat expects them. */
export function serveWechatCallbacks({ app, engine, limiter, inOrder }: RouteServices): void {
  app.addContentTypeParser(
    ['text/xml', 'application/xml', 'text/plain'],
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, body),
  );
  app.setErrorHandler<Error>((error, request, reply) => {
    const status = statusOf(error) ?? 500;
    if (status === 500) request.log.error({ err: error }, 'callback of WeChat');
    return reply
      .code(status)
      .type('text/plain; charset=utf-8')
      .send(status === 500 ? 'error' : error.message);
  });
  const noting = new Set<Promise<unknown>>();
  app.addHook('onClose', async () => {
    await Promise.all(noting);
  });
  const note = (onSent: () => Promise<unknown>): void => {
    const noted = onSent()
      // sent once more by the task of every minute
      .catch((error: unknown) => engine.log.warn({ err: error }, 'an answer to WeChat was not noted'))
      .finally(() => noting.delete(noted));
    noting.add(noted);
  };
  const serve =
    (answer: (of: Engine, request: FastifyRequest) => Promise<CallbackAnswer>) =>
    (request: FastifyRequest, reply: FastifyReply) =>
      inOrder(async () => {
        try {
          const { body, onSent } = await answer(engine, request);
          if (onSent) reply.raw.once('finish', () => note(onSent));
          const type = body.startsWith('<xml>') ? 'text/xml' : 'text/plain';
          return await reply.type(`${type}; charset=utf-8`).send(body);
        } catch (error) {
          // the calls of all followers come from few addresses: only what is refused counts as calls of a stranger
          const caller = guestCaller(deviceOfRequest(request, localeOfRequest(request)));
          if (statusOf(error) !== undefined)
            await limiter.check({ gate: 'none', handle: () => null }, 'wechat/callback', caller, reply, {});
          throw error;
        }
      });
  app.get(`${callbackPath}/:appId`, serve(answerVerification));
  app.post(`${callbackPath}/:appId`, { bodyLimit }, serve(answerMessage));
}
