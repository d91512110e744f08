import { text } from '#kernel/text/text.ts';

/** Grades of scenic spots (GB/T 17775). */
export const spotGrades = {
  '5a': text('5A', '5A'),
  '4a': text('4A', '4A'),
  '3a': text('3A', '3A'),
  '2a': text('2A', '2A'),
  '1a': text('A', 'A'),
  none: text('未评级', 'Not graded'),
} as const;

/** Levels of how full a spot is, in percent of its capacity; below the first it is normal. */
export const crowdLevels = {
  80: { ...text('黄色预警', 'Yellow'), tone: 'warning' },
  90: { ...text('橙色预警', 'Orange'), tone: 'warning' },
  100: { ...text('红色预警', 'Red'), tone: 'bad' },
} as const;
export type CrowdLevel = keyof typeof crowdLevels;
export const crowdLevelSteps = [80, 90, 100] as const;

/** The same levels as options of a select. */
export const warningLevels = {
  80: crowdLevels[80],
  90: crowdLevels[90],
  100: crowdLevels[100],
} as const;

/** What a warning is measured against. */
export const warningBases = {
  instant: text('瞬时承载量', 'Instant capacity'),
  daily: text('日承载量', 'Daily capacity'),
  forecast: text('客流预测', 'Forecast'),
} as const;
export type WarningBasis = keyof typeof warningBases;

export const gateKinds = {
  gate: text('闸机', 'Gates'),
  camera: text('客流相机', 'Cameras'),
  ticketing: text('票务系统', 'Ticketing system'),
  platform: text('景区平台', 'Platform of the spot'),
} as const;

export const countKinds = {
  count: text('人工上报', 'Counted by hand'),
  correction: text('更正', 'Correction'),
} as const;

/** How full a spot is, or why that is unknown. */
export const crowdStates = {
  normal: { ...text('正常', 'Normal'), tone: 'good' },
  80: crowdLevels[80],
  90: crowdLevels[90],
  100: crowdLevels[100],
  lost: { ...text('数据中断', 'Data lost'), tone: 'muted' },
  unlimited: { ...text('未核定承载量', 'No capacity set'), tone: 'neutral' },
  none: { ...text('没有客流数据', 'No flow data'), tone: 'neutral' },
} as const;
