import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { itineraryAmendmentForm } from './itinerary-amendment-form.ts';
import { itineraryFields } from './team-itinerary-fields.ts';
import { itineraryLifecycle, statesInStatistics } from './team-itinerary-lifecycle.ts';

const keeps = [
  'index',
  'add',
  'edit',
  'del',
  'export',
  'import',
  'submit',
  'withdraw',
  'depart',
  'finish',
  'cancel',
] as const;

/**
 * A team: its tourists, crew, vehicles, places and times (一团一报, domain reference §2.E). It belongs to its agency;
 * officers see it in the area of the agency and in the areas it departs from, crosses and goes to.
 */
export const itinerary = resource({
  name: 'travel/itinerary',
  label: text('团队行程', 'Itineraries'),
  icon: 'schedule',
  title: 'team_no',
  heading: ['route', 'start_at', ['tourist_count', text('{n} 人', '{n} pax')]],
  scope: 'parent',
  partOf: 'agency_id',
  // the local operator reads it once it is confirmed; only the organising agency changes it
  seenBy: { by: 'ground_agency_id', in: ['confirmed', 'departed', 'abnormal', 'finished', 'archived', 'terminated'] },
  alsoIn: ['area_code', 'transit_areas', 'destination_areas'],
  nodes: { price: text('查看团费', 'View team prices') },
  members: {
    owner: [...keeps, 'price'],
    operator: [...keeps, 'price'],
    viewer: ['index', 'export', 'price'],
    onlooker: ['index', 'export'],
  },
  codes: { team_no: '' },
  filters: {
    plate: { field: field.plate(text('车牌号', 'Plate')), list: 'vehicles', by: ['plate'] },
    guide: { field: field.personName(text('导游姓名', 'Guide name')), list: 'guides', by: ['name'] },
    driver: {
      field: field.personName(text('驾驶员姓名', 'Driver name')),
      list: 'vehicles',
      by: ['driver_id.name', 'second_driver_id.name'],
    },
  },
  order: ['start_at', 'desc'],
  facts: ['found'],
  chained: ['submit', 'confirm', 'depart', 'finish', 'cancel', 'terminate'],
  remark: text(
    '旅行社组织的团队及其游客、导游、车辆和行程；提交时自动核对，出团后的变更留有版本。',
    'Teams organised by travel agencies, with their tourists, guides, vehicles and plans. Submissions are checked automatically; changes after departure are kept as versions.',
  ),
  sections: {
    team: text('团队', 'Team'),
    plan: text('行程', 'Plan'),
    people: text('游客', 'Tourists'),
    crew: text('导游与车辆', 'Guides and vehicles'),
    money: text('费用', 'Costs'),
    safety: text('保险与应急', 'Insurance and emergencies'),
    filing: text('备案', 'Filing'),
  },
  measures: {
    teams: { label: text('团队', 'Teams'), by: ['status', 'kind', 'area_code', 'source_area', 'late'], at: 'start_at' },
    tourists: {
      label: text('团队游客', 'Team tourists'),
      sum: 'tourist_count',
      by: ['kind', 'status', 'area_code', 'source_area'],
      at: 'start_at',
      where: [['status', 'IN', statesInStatistics]],
      // the wall compares whole years
      materialised: true,
    },
    person_days: {
      label: text('团队人天', 'Team person-days'),
      sum: 'person_days',
      by: ['kind', 'area_code'],
      at: 'start_at',
      where: [['status', 'IN', ['departed', 'finished', 'archived']]],
    },
  },
  fields: itineraryFields,
  life: itineraryLifecycle,
  amendments: itineraryAmendmentForm,
});
export interface Itinerary extends Row<typeof itinerary> {}
