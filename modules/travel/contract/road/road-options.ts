import type { Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Screen of a guide on a phone: `/user/travel/road`. */
export const guideScreen = {
  name: 'travel/road',
  label: text('导游工作台', 'Guide workbench'),
  icon: 'compass',
  opensFor: { of: 'crew/guide', by: 'user_id' },
} as const satisfies Screen;

/** Kinds of notes a guide makes on the road. */
export const roadNoteKinds = {
  arrive: text('到站签到', 'Check-in'),
  headcount: text('清点人数', 'Headcount'),
} as const;

/** Kinds of changes a guide may request. */
export const changeRequestKinds = {
  leave_out: text('取消站点', 'Cancel stop'),
  add: text('增加站点', 'Add stop'),
  time: text('调整时间', 'Change time'),
} as const;
export type ChangeRequestKind = keyof typeof changeRequestKinds;

/** Whether a note was sent when it was made, or later, once there was a network. */
export const lateness = {
  no: text('即时', 'Live'),
  yes: { ...text('补传', 'Sent later'), tone: 'warning' },
} as const;

/** Metres from a stop within which a check-in needs no reason (domain reference, Appendix G). */
export const fenceMetres = 500;
/** Delay after which a note counts as made without a network. */
export const lateAfterSeconds = 120;
/** How long the button is held to call for help (domain reference, Appendix G). */
export const sosHoldMs = 3000;
