import { expect, test } from 'vitest';
import { findAdminPasswordFault } from './find-admin-password-fault.ts';

const form = '管理员密码须为 8 到 32 个字符，不能包含 & < > " \'';
const common = '该密码过于常见，请换一个';

test.each([
  ['Abc-123', 'officer', form],
  ['', 'officer', form],
  ['Abc-12345<', 'officer', form],
  ['Abc-12345'.repeat(4), 'officer', form],
  ['with space', 'officer', '管理员密码不能包含空格'],
  ['tab\tinside', 'officer', '管理员密码不能包含空格'],
  ['wide　space', 'officer', '管理员密码不能包含空格'],
  ['my-OFFICER-1', 'officer', '管理员密码不能包含用户名'],
  ['officer_1', 'Officer_1', '管理员密码不能包含用户名'],
  ['password', 'officer', common],
  ['PassWord1', 'officer', common],
  ['12345678', 'officer', common],
  ['1qaz2wsx', 'officer', common],
  ['qwertyuiop', 'officer', common],
  ['iloveyou', 'officer', common],
  ['sunshine', 'officer', common],
  ['Test-Pass-2026', 'officer', undefined],
  ['行鉴平台密码二〇二六', 'officer', undefined],
  ['kT7mw2Rq', '', undefined],
])('%j for %s: %s', async (password, account, fault) => {
  expect((await findAdminPasswordFault(password, account))?.['zh-cn']).toBe(fault);
});
