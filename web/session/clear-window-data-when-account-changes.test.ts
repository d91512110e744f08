// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { readFormDraft, storeFormDraft } from '#web/form/state/store-form-draft-in-browser.ts';
import { useTabs } from '#web/shell/tabs/open-tabs-store.ts';
import { clearWindowData } from './clear-window-data-when-account-changes.ts';
import { forgetSession, storeAdmin } from './session.ts';

/** Data a window stores for the user at work in it. */
const fields = { facts: field.textarea(text('事实', 'Facts')) };
const walk = 'walk:admin:enterprise/enterprise';
const tab = (path: string) => ({ key: path, path, search: '', hash: '', title: '企业', icon: '', addable: true });

beforeEach(() => {
  history.replaceState(null, '', '/admin/dashboard');
  clearWindowData('admin');
  sessionStorage.clear();
  storeAdmin({ id: 7, token: 'one' });
  storeFormDraft('enterprise/enterprise add', fields, { facts: '写到一半' });
  sessionStorage.setItem(walk, '{}');
  useTabs.getState().clear();
  useTabs.getState().visit(tab('/admin/enterprise/enterprise/5'));
  useTabs.getState().rename('/admin/enterprise/enterprise/5', '张三旅行社');
  useTabs.getState().visit(tab('/user/home'));
});

const stored = () => JSON.stringify(Object.values({ ...sessionStorage }));

test('stays when the same account signs in again', () => {
  forgetSession('admin');
  storeAdmin({ id: 7, token: 'two' });
  expect(readFormDraft('enterprise/enterprise add', fields)).toEqual({ facts: '写到一半' });
  expect(useTabs.getState().tabs).toHaveLength(2);
});

test('is cleared when another account signs in, and on signing out', () => {
  forgetSession('admin');
  storeAdmin({ id: 8, token: 'three' });
  expect(readFormDraft('enterprise/enterprise add', fields)).toBeUndefined();
  expect(stored()).not.toMatch(/写到一半|张三/);
  expect(sessionStorage.getItem(walk)).toBeNull();
  // The other area is untouched.
  expect(useTabs.getState().tabs.map(({ path }) => path)).toEqual(['/user/home']);

  storeFormDraft('enterprise/enterprise add', fields, { facts: '另一人写的' });
  forgetSession('admin');
  clearWindowData('admin');
  expect(stored()).not.toContain('另一人写的');
});
