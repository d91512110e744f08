import { text } from '#kernel/text.ts';

/** What is rewarded (domain reference §2.P): how guests came, and what for. */
export const rewardKinds = {
  overnight: text('过夜游', 'Overnight stay'),
  day_tour: text('一日游', 'Day tour'),
  charter: text('包机', 'Charter flight'),
  train: text('旅游专列', 'Tourist train'),
  coach: text('大巴团队', 'Coach group'),
  self_drive: text('自驾游', 'Self-drive tour'),
  mice: text('会议奖励旅游', 'Meetings and incentives'),
  study: text('研学旅行', 'Study travel'),
} as const;

/** What the amount of a rule is paid for. */
export const rewardUnits = {
  person: text('人', 'Person'),
  person_night: text('人·夜', 'Person and night'),
  vehicle: text('车', 'Vehicle'),
  group: text('团', 'Group'),
} as const;
export type RewardUnit = keyof typeof rewardUnits;

/** What is looked at when an application is handed in, each with what was seen. */
export const checkCodes = {
  minimum: text('达到最低人数与夜数', 'Least guests and nights'),
  outside: text('客源地在区域外', 'Guests from outside the area'),
  duplicate: text('游客未重复申报', 'No guest claimed twice'),
  list: text('名单与行程一致', 'List agrees with the itinerary'),
  same_list: text('名单未在他团使用', 'List not used by another team'),
  invoices: text('票据文件未重复提交', 'Papers not handed in twice'),
  ages: text('年龄与姓名分布正常', 'Ages and names look natural'),
} as const;
export type CheckCode = keyof typeof checkCodes;
