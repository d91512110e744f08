import { expect, test } from 'vitest';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isChildList } from '#kernel/kind/linked/child-rows.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { admin } from '#modules/identity/contract/admin.ts';
import { incident } from '#modules/incident/contract/incident.ts';
import { findResource } from '#modules/registry.ts';
import { systemCaller } from '#server/caller.ts';
import { type Scope, scopes } from '../contract/application-scopes-mask-levels-and-signature-algorithms.ts';
import { isPersonal, resourceVisibleToApplication } from '../server/rest/resource-fields-visible-to-api-application.ts';

/** Names and labels of fields that may be about a person. */
const aboutPersons =
  /(^|_)(name|nickname|username|person|phone|mobile|tel|contact|team|commander|reporter|officer|guide|driver)(_|$)|联系|电话|手机|姓名|人$|人员|负责人|代表/;

/** Fields that look as if they were about a person, and why they are not. */
const harmless: Readonly<Record<string, string>> = {
  'enterprise/enterprise.name': 'the name of an enterprise',
  'enterprise/enterprise.short_name': 'the name of an enterprise',
  'travel/itineraryDay.hotel_name': 'the name of a hotel',
  'travel/itineraryStop.name': 'the name of a place',
  'travel/itinerary.team_no': 'the number of a group of tourists',
  'scenic/spot.name': 'the name of a place',
  'scenic/spot.name_en': 'the name of a place',
  'travel/productDay.hotel_name': 'the name of a hotel',
  'travel/productStop.name': 'the name of a place',
  'travel/productExtra.name': 'the name of an extra service',
  'travel/product.complaint_phone': 'the line for complaints that every agency publishes',
  'incident/incident.place_name': 'the name of a place',
  'credit/listing.name': 'published by law for as long as the listing lasts',
  'complaint/complaint.team_no': 'the number of a group of tourists',
};

/** The resources that scopes open, with the rows in their forms. */
function opened(): AnyResource[] {
  const found = new Map<string, AnyResource>();
  const visit = (name: string) => {
    const one = findResource(name);
    if (!one || found.has(name)) return;
    found.set(name, one);
    for (const each of Object.values(one.fields)) if (isChildList(each)) visit(String(each.options.of));
  };
  for (const { resource } of Object.values<Scope>(scopes)) visit(resource);
  return [...found.values()];
}

test('texts that look as if they named a person are personal for applications, or known to be harmless', () => {
  const suspected = opened().flatMap((resource) =>
    Object.entries(allColumnsOf(resource)).flatMap(([name, one]) => {
      const { typed, column } = kindOf(one);
      const looksPersonal = aboutPersons.test(name) || aboutPersons.test(one.label['zh-cn']);
      const isText = typed !== undefined && column === 'text';
      return isText && looksPersonal && !isPersonal(one) ? [`${resource.name}.${name}`] : [];
    }),
  );
  expect(suspected.toSorted()).toEqual(Object.keys(harmless).toSorted());
});

test('a reference to an account of an officer names a person', () => {
  expect([admin.fields.username, admin.fields.nickname].map(isPersonal)).toEqual([true, true]);
});

test('what is personal without a mask, and names of officers, are answered in plain only', () => {
  const reader = systemCaller();
  const about = ['reporter_name', 'reporter_mobile', 'commander', 'commander_phone', 'handler'];
  for (const level of ['full', 'partial', 'none'] as const) {
    const { members, listed, resource } = resourceVisibleToApplication(incident, reader, level, findResource);
    const expected = level === 'none' ? about : [];
    expect(about.filter((name) => members.has(name))).toEqual(expected);
    expect(about.filter((name) => listed.has(name) || Object.hasOwn(resource.fields, name))).toEqual(
      expected.filter((name) => name !== 'handler'),
    );
    expect(members.has('handler_id')).toBe(true);
  }
});
