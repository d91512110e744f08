import { text } from '#kernel/text/text.ts';

export const complaintWallTexts = {
  onTime: text('按时受理', 'Decided in time'),
  settled: text('调解成功', 'Settled'),
  days: text('平均用时', 'Mean time'),
  dayUnit: text('天', '{n|day|days}'),
} as const;
