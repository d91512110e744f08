import { type Text, text } from '#kernel/text/text.ts';

interface InterfaceError extends Text {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 422 | 429 | 500 | 503;
}

const error = (status: InterfaceError['status'], zh: string, en: string): InterfaceError => ({
  status,
  ...text(zh, en),
});

/** All errors that calls of applications are answered with, by their code (domain reference §2.T). */
export const interfaceErrors = {
  unsigned: error(401, '缺少签名或签名不完整', 'The signature is missing or incomplete'),
  wrong_signature: error(401, '签名无效', 'Invalid signature'),
  expired_signature: error(401, '请求已过期，请校准时钟', 'Request expired. Set the clock'),
  replayed: error(401, '请求重复：随机数已用过', 'Repeated request: the nonce was used before'),
  not_active: error(403, '应用未启用', 'The application is not active'),
  application_expired: error(403, '应用已到期', 'The application has expired'),
  address: error(403, '该地址不在允许的范围内', 'The address is not allowed'),
  scope: error(403, '没有这项授权', 'The scope is not granted'),
  area: error(403, '不在授权的地区内', 'Outside the granted area'),
  not_found: error(404, '记录不存在', 'Record not found'),
  method: error(405, '不支持该方法', 'Method not allowed'),
  parameter: error(400, '参数有误', 'Invalid parameter'),
  too_large: error(413, '提交的内容过大', 'The request is too large'),
  invalid: error(422, '有字段未通过校验', 'Fields are invalid'),
  too_slow: error(
    422,
    '数据太多，未能在限定的时间内完成，请缩小范围后再试',
    'Too much data to finish in the time allowed. Narrow the request down and try again',
  ),
  conflict: error(409, '与现有数据冲突', 'Conflicts with existing data'),
  too_frequent: error(429, '发送过于频繁，请稍后再试', 'Too frequent, retry later'),
  quota: error(429, '今日请求数已用完', 'The quota of today is spent'),
  fault: error(500, '系统开小差了，已记录，请稍后再试', 'Something went wrong and was recorded. Try again later'),
  unavailable: error(503, '系统暂时不可用，请稍后再试', 'Temporarily unavailable. Try again later'),
} as const satisfies Readonly<Record<string, InterfaceError>>;
export type InterfaceErrorCode = keyof typeof interfaceErrors;
