// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { httpStatusText, isToastSuppressed } from '#web/http/call-error-texts.ts';
import { translate } from '#web/i18n/locale.ts';
import { menuWidthOf } from '#web/theme/layout/layout-configuration.ts';
import { actionMatches, actionsOfMenu } from './command-palette/command-palette-actions.ts';
import { greetingAt } from './dashboard/greeting.ts';
import { documentTitle, translateTitle } from './route/page-title.ts';
import { deviceNameOfUserAgent } from './side-sheet/own-sessions-side-sheet.tsx';

test.each([
  [0, '夜深了，注意休息'],
  [4, '夜深了，注意休息'],
  [5, '早上好'],
  [8, '早上好'],
  [9, '上午好'],
  [12, '中午好'],
  [14, '下午好'],
  [18, '晚上好'],
  [23, '晚上好'],
])('greets at %i with %s', (hour, greeting) => {
  expect(translate(greetingAt(hour))).toBe(greeting);
});

test('titles that begin with pagesTitle. are translated, followed by the site name', () => {
  expect(translateTitle('pagesTitle.adminLogin')).toBe('管理员登录');
  expect(translateTitle('pagesTitle.unheardOf')).toBe('pagesTitle.unheardOf');
  expect(translateTitle('企业')).toBe('企业');
  expect(documentTitle('企业', '云州')).toBe('企业 - 云州');
  expect(documentTitle('企业')).toBe('企业');
});

test('the menu is 200, 64 or 0 px wide', () => {
  expect(menuWidthOf({ menuCollapse: false, shrink: false, menuWidth: 200 })).toBe(200);
  expect(menuWidthOf({ menuCollapse: true, shrink: false, menuWidth: 200 })).toBe(64);
  expect(menuWidthOf({ menuCollapse: true, shrink: true, menuWidth: 200 })).toBe(0);
});

test('there is a text for every status of the specification', () => {
  const codes = [302, 400, 401, 403, 404, 408, 409, 500, 501, 502, 503, 504, 505];
  const abnormal = translate(httpStatusText(599));
  expect(codes.every((status) => translate(httpStatusText(status)) !== abnormal)).toBe(true);
  expect(isToastSuppressed('密码不正确')).toBe(true);
  expect(isToastSuppressed('帐户已禁用')).toBe(false);
});

test('the palette finds by every word, in labels, folders and names', () => {
  const entries = [
    {
      key: 'enterprise',
      title: '企业管理',
      icon: '',
      children: [{ key: 'enterprise/licence', title: '许可证', icon: '', to: '/admin/enterprise/licence' }],
    },
  ];
  const went: string[] = [];
  const [action] = actionsOfMenu(entries, (path) => went.push(path));
  expect(action).toMatchObject({ label: '许可证', hint: '企业管理' });
  expect(action && actionMatches(action, '企业 许可')).toBe(true);
  expect(action && actionMatches(action, 'LICENCE')).toBe(true);
  expect(action && actionMatches(action, '许可 人员')).toBe(false);
  void action?.run();
  expect(went).toEqual(['/admin/enterprise/licence']);
});

test('devices are named by browser and system', () => {
  expect(
    deviceNameOfUserAgent('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36 Edg/140.0'),
  ).toBe('Edge 140 · Windows');
  expect(deviceNameOfUserAgent('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile Safari/604.1')).toBe(
    'Safari 18 · iOS',
  );
  expect(deviceNameOfUserAgent('curl/8')).toBe('curl/8');
});
