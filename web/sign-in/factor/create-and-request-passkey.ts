import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';

const texts = {
  ended: text('没有完成：已取消，或时间已过。可以再试一次。', 'Not completed: cancelled or timed out. Try again.'),
  there: text('这个设备已经添加过了', 'This device has already been added'),
  failed: text('此浏览器没能使用通行密钥', 'This browser could not use a passkey'),
};

/** Whether passkeys work on this page: it needs a secure context and a host name. */
export const hasPasskeys = (): boolean =>
  window.isSecureContext &&
  typeof window.PublicKeyCredential === 'function' &&
  !/^\[|^[\d.]+$/.test(window.location.hostname);

/** A readable message for the browser's own errors. */
function explain(error: unknown): Error {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return new Error(translate(texts.ended));
  if (name === 'InvalidStateError') return new Error(translate(texts.there));
  return new Error(translate(texts.failed));
}

type Making = Parameters<typeof import('@simplewebauthn/browser').startRegistration>[0]['optionsJSON'];
type Using = Parameters<typeof import('@simplewebauthn/browser').startAuthentication>[0]['optionsJSON'];

/** Creates a passkey in the browser; the result is sent to the server as it is. */
export async function makePasskey(options: unknown): Promise<unknown> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON: options as Making }).catch((error: unknown) => {
    throw explain(error);
  });
}

/** Uses a passkey of the browser. */
export async function requestPasskey(options: unknown): Promise<unknown> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return startAuthentication({ optionsJSON: options as Using }).catch((error: unknown) => {
    throw explain(error);
  });
}
