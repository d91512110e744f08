import { afterEach, expect, test } from 'vitest';
import { reduceResourceToFieldsVisibleToOfficer } from '#kernel/access/reduce-resource-to-fields-visible-to-officer-or-member-role.ts';
import { field } from '#kernel/field/field.ts';
import { writableFields } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { availableTableColumns } from '#web/resource/available-table-columns.ts';
import { findResource, provideResources, resourcesReferringTo } from '#web/resource/resource-registry.ts';
import { filterNames } from './change-filters-order-and-page-of-list-query.ts';

const label = text('展品', 'Exhibit');
const hall = resource({
  name: 'museum/hall',
  label,
  title: 'name',
  scope: 'all',
  fields: { name: field.text(label, { required: true }) },
});
const exhibit = resource({
  name: 'museum/exhibit',
  label,
  title: 'name',
  scope: 'all',
  nodes: { insure: text('保险', 'Insurance'), grade: text('定级', 'Grade') },
  fields: {
    name: field.text(label, { required: true }),
    insured: field.money(label, { reads: 'insure' }),
    store_id: field.reference(label, { to: 'museum/hall', reads: 'insure' }),
    grade: field.text(label, { writes: 'grade' }),
  },
});
afterEach(() => provideResources([], [], (one) => one));

/** What the screens draw of the exhibit for somebody with these nodes. */
function drawn(...nodes: string[]) {
  provideResources([hall, exhibit], [], (one, find) =>
    reduceResourceToFieldsVisibleToOfficer(one, find, (node) => nodes.includes(node)),
  );
  const found = findResource('museum/exhibit') ?? hall;
  return {
    columns: availableTableColumns(found).flatMap(({ name, shown }) => (shown ? [name] : [])),
    filters: filterNames(found).filter((name) => Object.hasOwn(exhibit.fields, name)),
    form: Object.keys(writableFields(found, 'add')),
    related: resourcesReferringTo(hall).map(({ field: name }) => name),
  };
}

test('a screen draws no column, filter, input or related list of what its reader does not know', () => {
  expect(drawn()).toEqual({ columns: ['name', 'grade'], filters: ['name', 'grade'], form: ['name'], related: [] });
  expect(drawn('museum/exhibit/insure', 'museum/exhibit/grade')).toEqual({
    columns: ['name', 'insured', 'store_id', 'grade'],
    filters: ['name', 'insured', 'store_id', 'grade'],
    form: ['name', 'insured', 'store_id', 'grade'],
    related: ['store_id'],
  });
});
