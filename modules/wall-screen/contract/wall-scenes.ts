import { type Text, text } from '#kernel/text/text.ts';

/** A view of the wall for one occasion, of panels of any board: `?scene=<name>`, its letter, or a phone. */
export interface WallScene {
  readonly name: string;
  readonly label: Text;
  /** The initial of its name in pinyin. */
  readonly letter: string;
  /** For whoever presents it; the phone shows it. */
  readonly note: Text;
  /** Names of panels, the most important first: a wall shows as many as fit. */
  readonly panels: readonly string[];
  /** Seconds it is shown when scenes change by themselves. */
  readonly seconds: number;
}

/** The scenes that every wall has. */
export const wallScenes: readonly WallScene[] = [
  {
    name: 'duty',
    label: text('值守', 'Duty'),
    letter: 'z',
    note: text('此刻要处理什么：事件、时限、路面。', 'What has to be done now: incidents, limits, the roads.'),
    panels: [
      'map',
      'incident',
      'check_limits',
      'capacity',
      'vehicle',
      'running_checks',
      'complaint_due',
      'opinion_due',
      'incident_instructions',
      'enforcement',
    ],
    seconds: 60,
  },
  {
    name: 'peak',
    label: text('高峰日', 'Peak day'),
    letter: 'g',
    note: text('哪里将满、还有多少人在路上。', 'Where it fills up, and how many are still on the road.'),
    panels: [
      'scenic_map',
      'capacity',
      'scenic_warnings',
      'itinerary',
      'vehicle',
      'history',
      'incident',
      'source',
      'complaint',
      'source_map',
    ],
    seconds: 60,
  },
  {
    name: 'morning',
    label: text('晨会', 'Morning meeting'),
    letter: 'c',
    note: text('昨天办了什么、今天到期什么。', 'Work done yesterday, and work due today.'),
    panels: [
      'source_map',
      'overview',
      'complaint',
      'history',
      'check',
      'opinion',
      'audit',
      'check_limits',
      'complaint_categories',
      'map',
      'itinerary',
    ],
    seconds: 90,
  },
  {
    name: 'emergency',
    label: text('应急', 'Emergency'),
    letter: 'y',
    note: text('事件、指令、周边的人和车。', 'Incidents, instructions, and people and coaches nearby.'),
    panels: [
      'incident_map',
      'incident',
      'incident_instructions',
      'incident_notices',
      'capacity',
      'vehicle',
      'opinion',
      'itinerary',
      'scenic_map',
    ],
    seconds: 120,
  },
];

export const findWallScene = (name: string | null | undefined): WallScene | undefined =>
  wallScenes.find((one) => one.name === name);
