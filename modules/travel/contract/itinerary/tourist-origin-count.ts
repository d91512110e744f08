import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { itineraryLifecycle, statesInStatistics } from './team-itinerary-lifecycle.ts';

const server = { write: 'server' } as const;

/**
 * How many tourists of a team come from which prefecture, by their document numbers or the list, or from which
 * country (domain reference §2.Y, sources). Triggers write the rows with every write of a list or a team, so that the
 * wall has its figures ready. Officers see them in the area the team departs from.
 */
export const touristOriginCount = resource({
  name: 'travel/teamSource',
  label: text('团队客源', 'Team source markets'),
  icon: 'compass',
  title: 'team_no',
  heading: ['itinerary_id'],
  scope: 'area',
  actions: ['index', 'export'],
  order: ['start_at', 'desc'],
  measures: {
    tourists: {
      label: text('团队客源', 'Team source markets'),
      sum: 'people',
      by: ['source_area', 'area_code'],
      at: 'start_at',
      where: [['team_status', 'IN', statesInStatistics]],
      materialised: true,
    },
  },
  fields: {
    itinerary_id: field.reference(text('团队行程', 'Itinerary'), {
      to: 'travel/itinerary',
      reach: 'all',
      related: false,
      list: 'offered',
      ...server,
    }),
    team_no: field.identifier(text('团号', 'Team number'), server),
    team_status: field.select(text('团队状态', 'Team status'), { ...server, options: itineraryLifecycle.states }),
    start_at: field.datetime(text('出发时间', 'Departs'), server),
    source_area: field.area(text('客源地', 'Place of origin'), server),
    country: field.text(text('境外来源', 'Country of origin'), { ...server, max: 40 }),
    people: field.integer(text('人数', 'People'), server),
    area_code: field.area(text('出发地', 'Departure place'), server),
  },
});
export interface TouristOriginCount extends Row<typeof touristOriginCount> {}
