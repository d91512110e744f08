import { expect, test } from 'vitest';
import { field } from '../field/field.ts';
import { lifecycle } from '../lifecycle/lifecycle.ts';
import { resource } from '../resource/declare-resource.ts';
import { text } from '../text/text.ts';
import { module_, resourcesOf } from './module.ts';
import { documentOptions, type OfficialDocument } from './official-document.ts';
import {
  findResourceNameInIndex,
  indexResources,
  modulesNeededByModuleScreens,
  modulesNeededByResourceScreens,
  modulesOfParentRows,
  type ResourceIndex,
} from './resource-index-for-lazy-loading.ts';

const label = text('甲', 'A');
const name = field.text(label);
const to = (target: string) => field.reference(label, { to: target, required: true });
const house = resource({ name: 'town/houseOfStone', label, title: 'name', scope: 'all', fields: { name } });
const room = resource({
  name: 'town/room',
  label,
  title: 'name',
  scope: 'parent',
  partOf: 'house_id',
  fields: { house_id: to(house.name), name },
});
const lamp = resource({
  name: 'light/lamp',
  label,
  title: 'name',
  scope: 'all',
  fields: { room_id: to(room.name), name },
});
const shade = resource({
  name: 'light/shade',
  label,
  title: 'name',
  scope: 'parent',
  partOf: 'house_id',
  fields: { house_id: to(house.name), name },
  life: lifecycle({
    initial: 'new',
    states: { new: label },
    moves: { sell: { from: ['new'], label, input: { shop: to('trade/shop') } } },
  }),
});
let options = {};
const choices = {
  get options() {
    return options;
  },
};
const shop = resource({ name: 'trade/shop', label, title: 'name', scope: 'all', fields: { name } });
const stock = resource({
  name: 'trade/stock',
  label,
  title: 'of',
  scope: 'all',
  fields: {
    of: field.select(label, { optionList: choices }),
  },
});
const part = { label, icon: 'shop', weigh: 1 };
const modules = [
  module_({ name: 'town', ...part, entries: [house, room, { name: 'map', label }] }),
  module_({ name: 'light', ...part, entries: [lamp, shade] }),
  module_({
    name: 'trade',
    ...part,
    entries: [shop, stock],
    complete: (all) => {
      options = Object.fromEntries(all.map((one) => [one.name, one.label]));
    },
  }),
];

const index: ResourceIndex = indexResources(modules);

test('names every resource, with the resources of other modules that it refers to', () => {
  expect(index).toEqual({
    town: { houseOfStone: '', room: '' },
    light: { lamp: 'town/room', shade: '^town/houseOfStone trade/shop' },
    trade: { shop: '', stock: '*' },
  });
  expect(Object.keys(options)).toEqual(resourcesOf(modules).map((one) => one.name));
});

test('finds the declared name in any case', () => {
  expect(findResourceNameInIndex(index, 'TOWN/houseofstone')).toBe('town/houseOfStone');
  expect(findResourceNameInIndex(index, 'town/map')).toBeUndefined();
  expect(findResourceNameInIndex(index, 'nowhere/house')).toBeUndefined();
});

test('a list needs what its resource refers to, a record also what refers to it', () => {
  expect(modulesNeededByResourceScreens(index, 'town/houseOfStone')).toEqual({
    list: ['town'],
    record: ['town', 'light', 'trade'],
  });
  expect(modulesNeededByResourceScreens(index, 'town/room')).toEqual({ list: ['town'], record: ['town', 'light'] });
  expect(modulesNeededByResourceScreens(index, 'trade/stock').list).toEqual(['town', 'light', 'trade']);
  expect(modulesNeededByModuleScreens(index, 'trade')).toEqual(['trade']);
  expect(modulesOfParentRows(index, 'light')).toEqual(['town']);
});

test('what offers all documents needs the modules that declare them', () => {
  const letter = resource({
    name: 'post/letter',
    label,
    title: 'kind',
    scope: 'all',
    fields: { kind: field.select(label, { optionList: documentOptions }) },
  });
  // not declared: all tests of a worker would find it among the documents of the product
  const notice: OfficialDocument = {
    name: 'town/notice',
    label,
    fields: { reader: field.text(label, { required: true }) },
    party: 'reader',
    number: '{authority}〔{yyyy}〕{seq}号',
    signatures: {},
  };
  const issuing = [
    module_({ name: 'town', ...part, entries: [house], documents: [notice] }),
    module_({ name: 'light', ...part, entries: [] }),
    module_({ name: 'post', ...part, entries: [letter] }),
  ];
  const { post } = indexResources(issuing);
  expect(post).toEqual({ letter: 'town/' });
  expect(modulesNeededByResourceScreens(indexResources(issuing), 'post/letter')).toEqual({
    list: ['post', 'town'],
    record: ['post', 'town'],
  });
});

test('refuses a resource that is not named after its module', () => {
  expect(() => indexResources([module_({ name: 'village', ...part, entries: [house] })])).toThrow('village/');
});

test('modules whose rows have parents in each other are refused', () => {
  const child = (called: string, parent: string) =>
    resource({ name: called, label, title: 'name', scope: 'parent', partOf: 'of', fields: { of: to(parent), name } });
  const entries = [
    child('port/ship', 'fleet/line'),
    resource({ name: 'port/quay', label, title: 'name', scope: 'all', fields: { name } }),
  ];
  const others = [
    child('fleet/crane', 'port/quay'),
    resource({ name: 'fleet/line', label, title: 'name', scope: 'all', fields: { name } }),
  ];
  const modules = [module_({ name: 'port', ...part, entries }), module_({ name: 'fleet', ...part, entries: others })];
  expect(() => indexResources(modules)).toThrow('port → fleet → port');
});
