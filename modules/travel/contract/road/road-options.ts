import type { Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Where a guide works from, on a phone: `/user/travel/road`. */
export const guideScreen = {
  name: 'travel/road',
  label: text('导游工作台', 'Guide workbench'),
  icon: 'compass',
  opensFor: { of: 'crew/guide', by: 'user_id' },
} as const satisfies Screen;

/** What a guide puts on record on the way. */
export const roadNoteKinds = {
  arrive: text('到站签到', 'Check-in'),
  headcount: text('清点人数', 'Headcount'),
} as const;

/** What a guide may ask the agency to change. */
export const changeRequestKinds = {
  leave_out: text('取消站点', 'Cancel stop'),
  add: text('增加站点', 'Add stop'),
  time: text('调整时间', 'Change time'),
} as const;
export type ChangeRequestKind = keyof typeof changeRequestKinds;

/** Whether something came when it was made, or once there was network again. */
export const lateness = {
  no: text('即时', 'Live'),
  yes: { ...text('补传', 'Sent later'), tone: 'warning' },
} as const;

/** Metres from a stop within which a check-in needs no reason (domain reference, Appendix G). */
export const fenceMetres = 500;
/** Seconds after which what comes was made without network. */
export const lateAfterSeconds = 120;
/** Milliseconds the button is held until help is called (domain reference, Appendix G). */
export const sosHoldMs = 3000;
