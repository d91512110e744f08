import { expect, test } from 'vitest';
import { identityModule } from '../../contract/module.ts';
import { declaredRules } from './declared-menu-and-permission-rules.ts';

test('an unlisted list has permission nodes, and no place in the menu', () => {
  const rules = declaredRules([identityModule]);
  const extendOf = (name: string) => rules.find((one) => one.name === name)?.extend;
  expect(extendOf('auth/group')).toBe('none');
  expect(extendOf('auth/subscription')).toBe('add_rules_only');
  expect(extendOf('auth/subscription/index')).toBe('none');
});
