import { text } from '../text/text.ts';

/** Why a carrier refused a message. */
export const deliveryFailureReasons = {
  unreachable: text('连接不上对方服务器', 'Cannot connect to the server'),
  closed: text(
    '地址须为公网并加密；内网地址由运维以环境变量 INNER_NETWORKS 放行',
    'The address must be public and encrypted; internal addresses are allowed by the operator with the environment variable INNER_NETWORKS',
  ),
  unanswered: text('对方服务器没有应答', 'The server did not respond'),
  unencrypted: text('无法建立加密连接', 'No encrypted connection could be established'),
  credentials: text('对方不接受用户名、密码或密钥', 'Username, password or key not accepted'),
  address: text('对方不接受收件人或发件人', 'Recipient or sender not accepted'),
  abroad: text('境外号码，不发送短信', 'Number outside mainland China; SMS not sent'),
  words: text('对方拒收这些内容、签名或模板', 'Content, signature or template rejected'),
  limited: text('对方限制了发送频率或余额不足', 'Rate limited or insufficient balance'),
  unregistered: text('没有登记该消息在服务商处的模板', 'No template registered at the provider for this message'),
  unconnected: text('公众号没有接入，接入后发送', 'The official account is not connected; sent once it is'),
  unreadable: text('密钥已更换，填入内容无法读取', 'The key has been replaced; the variables cannot be read'),
  undelivered: text('没有送达', 'Not delivered'),
  other: text('没有发出', 'Not sent'),
} as const;
export type DeliveryFailureReason = keyof typeof deliveryFailureReasons;
