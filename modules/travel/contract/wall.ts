import type { Panel } from '#kernel/panel.ts';
import { text } from '#kernel/text.ts';
import { finding } from './finding.ts';
import { itinerary } from './itinerary.ts';

/** What the wall shows of teams, as far as one figure says it. */
export const travelPanels: readonly Panel[] = [
  {
    name: 'teams',
    label: text('团队动态', 'Teams'),
    shows: { of: itinerary.name, measure: 'teams', by: 'status' },
  },
  {
    name: 'team_sources',
    label: text('团队客源地', 'Where tourists are from'),
    shows: { of: itinerary.name, measure: 'tourists', by: 'source_area' },
  },
  {
    name: 'team_findings',
    label: text('行程异常', 'Findings in teams'),
    shows: { of: finding.name, measure: 'findings', by: 'code' },
  },
  { name: 'newest_teams', label: text('最新团队', 'Newest teams'), shows: { of: itinerary.name, rows: 'newest' } },
];
