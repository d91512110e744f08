import { expect, test } from 'vitest';
import { identityModule } from '../../contract/module.ts';
import { menuRowsDeclaredByModules } from './menu-folders-screens-and-permissions-of-modules.ts';

test('an unlisted list has permission nodes, and no place in the menu', () => {
  const rules = menuRowsDeclaredByModules([identityModule]);
  const extendOf = (name: string) => rules.find((one) => one.name === name)?.extend;
  expect(extendOf('auth/group')).toBe('none');
  expect(extendOf('auth/subscription')).toBe('add_rules_only');
  expect(extendOf('auth/subscription/index')).toBe('none');
});
