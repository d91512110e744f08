import { text } from '#kernel/text/text.ts';

/** The kinds of official accounts: a subscription account has no template messages and no codes with scenes. */
export const accountKinds = {
  service: text('服务号', 'Service account'),
  subscription: text('订阅号', 'Subscription account'),
};

/** How the platform of WeChat sends messages to the callback address. */
export const encryptionModes = {
  aes: text('安全模式（仅密文）', 'Encrypted only'),
  compatible: text('兼容模式（明文与密文）', 'Compatible (plain and encrypted)'),
  plain: text('明文模式', 'Plain'),
};
export type EncryptionMode = keyof typeof encryptionModes;

/** Where WeChat calls an account: `/wechat/callback/wx0123456789abcdef`. */
export const callbackPath = '/wechat/callback';

/** The public address of the API of WeChat. */
export const wechatApiAddress = 'https://api.weixin.qq.com';

/** Seconds by which the clock of a signed callback may differ. */
export const callbackClockTolerance = 300;
