import { text } from './text.ts';

/** Why a message was not taken by whoever was to carry it. */
export const faults = {
  unreachable: text('连接不上对方服务器', 'The server cannot be reached'),
  closed: text(
    '地址须为公网并加密；内网地址由运维以环境变量 INNER_NETWORKS 放行',
    'The address must be public and encrypted; for one on the inner network the operator sets INNER_NETWORKS',
  ),
  unanswered: text('对方服务器没有应答', 'The server does not answer'),
  unencrypted: text('无法建立加密连接', 'No encrypted connection can be made'),
  credentials: text('对方不接受用户名、密码或密钥', 'User, password or key are not accepted'),
  address: text('对方不接受收件人或发件人', 'The recipient or the sender is not accepted'),
  abroad: text('境外号码，不发送短信', 'A number of another country, to which no text messages go'),
  words: text('对方拒收这些内容、签名或模板', 'The words, the signature or the template are not accepted'),
  limited: text('对方限制了发送频率或余额不足', 'Too many messages, or the account has run dry'),
  unregistered: text('没有填写该短信在服务商处的模板编号', 'The message has no template code at the provider'),
  unreadable: text('密钥已更换，填入内容无法读取', 'Sealed with a key that is gone'),
  undelivered: text('没有送达', 'It did not arrive'),
  other: text('没有发出', 'It was not sent'),
} as const;
export type Fault = keyof typeof faults;
