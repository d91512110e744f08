import { expect, test } from 'vitest';
import { isAccessibleToMembers, memberRolesThatMay } from '#kernel/access/member-rights-by-role.ts';
import { reduceResourceToFieldsVisibleToMemberRole } from '#kernel/access/reduce-resource-to-fields-visible-to-officer-or-member-role.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { targetsOf } from '#kernel/field/field.ts';
import { childListsOf, resourceOfChildList } from '#kernel/resource/child-lists-of-resource.ts';
import { findResource, resources } from '#modules/registry.ts';

const find: FindResource = (name) => {
  const one = findResource(name);
  if (!one) throw new Error(`there is no resource ${name}`);
  return one;
};
const mayRead = (one: AnyResource) => isAccessibleToMembers(one) && memberRolesThatMay(one, 'index').length > 0;
/** The fields that members see, also of the rows within a row. */
const seenBy = (one: AnyResource): [string, AnyField][] => {
  const visible = reduceResourceToFieldsVisibleToMemberRole(one, find);
  const within = childListsOf(visible).flatMap(([, list]) => seenBy(resourceOfChildList(list, find)));
  return [
    ...Object.entries<AnyField>(visible.fields).map(([name, field]): [string, AnyField] => [
      `${one.name}.${name}`,
      field,
    ]),
    ...within,
  ];
};

test('members see that an officer acted, and never the account', () => {
  const seen = resources.filter(mayRead).flatMap(seenBy);
  expect(seen.length).toBeGreaterThan(200);
  const named = seen.filter(([, field]) => targetsOf(field).some(({ resource }) => resource === 'auth/admin'));
  expect(named.map(([name]) => name)).toEqual([]);
});
