import { type Text, text } from '#kernel/text/text.ts';

/** Texts of the error catalogue (specification §8). */
export const callErrorTexts = {
  success: text('操作成功', 'Operation successful'),
  timeout: text('网络请求超时！', 'Network request timeout!'),
  serverException: text('服务器异常！', 'Server exception!'),
  disconnected: text('您已断网！', 'You are disconnected!'),
  reconnected: text('网络已恢复', 'You are back online'),
  duplicate: text('因重复请求而自动取消', 'Automatic cancellation due to duplicate request'),
  abnormal: text('异常问题，请联系网站管理员！', 'Abnormal problem, please contact the website administrator!'),
  requestId: text('请求编号 {id}', 'Request ID {id}'),
} as const satisfies Record<string, Text>;

const noPermission = text('您没有权限操作！', 'You do not have permission to operate');

const statusMessages: Readonly<Record<number, Text>> = {
  302: text('接口重定向了！', 'Interface redirected'),
  400: text('参数不正确！', 'Incorrect parameter'),
  401: noPermission,
  403: noPermission,
  404: text('请求地址出错：{url}', 'Error requesting address: {url}'),
  408: text('请求超时！', 'Request timed out'),
  409: text('系统已存在相同数据！', 'The same data already exists in the system'),
  500: text('服务器内部错误！', 'Server internal error'),
  501: text('服务未实现！', 'Service not implemented'),
  502: text('网关错误！', 'Gateway error'),
  503: text('服务不可用！', 'Service unavailable'),
  504: text('服务暂时无法访问，请稍后再试！', 'The service is temporarily unavailable, please try again later'),
  505: text('HTTP 版本不受支持！', 'HTTP version is not supported'),
};

/** Text shown for an HTTP status. */
export const httpStatusText = (status: number): Text => statusMessages[status] ?? callErrorTexts.abnormal;

/** Refusals that their screen shows itself, so that no toast appears (specification §8). */
const suppressed = new Set([
  '密码不正确',
  '用户名不正确',
  '没有产品模板,请先添加产品模板才能快速创建行程',
  'wrong password',
  'incorrect password',
  'incorrect username',
  'no product template, add one first to quickly create an itinerary',
]);

export const isToastSuppressed = (message: string): boolean =>
  suppressed.has(message.trim().toLowerCase().replace('，', ','));

/** Shown for an unknown route (specification §8). Other texts of navigation are in web/tab/refused-navigation-and-row-drag-texts.ts. */
export const pageNotFoundText = text('没有这个页面', 'Page not found');
