import { text } from '#kernel/text/text.ts';

/** Kinds of inspection plans (domain reference §2.I `enf_plan`). */
export const inspectionPlanKinds = {
  routine: text('日常检查', 'Routine'),
  special: text('专项检查', 'Special'),
  random: text('双随机抽查', 'Random selection'),
  joint: text('部门联合', 'Joint'),
} as const;
