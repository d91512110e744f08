import { text } from '#kernel/text/text.ts';

/** What is rewarded (domain reference §2.P): how guests came, and for what. */
export const rewardKinds = {
  overnight: text('过夜游', 'Overnight stay'),
  day_tour: text('一日游', 'Day trip'),
  charter: text('包机', 'Charter flight'),
  train: text('旅游专列', 'Tourist train'),
  coach: text('大巴团队', 'Coach group'),
  self_drive: text('自驾游', 'Self-drive tour'),
  mice: text('会议奖励旅游', 'Meetings and incentives'),
  study: text('研学旅行', 'Study tour'),
} as const;

/** Units a rule pays for. */
export const rewardUnits = {
  person: text('人', 'Person'),
  person_night: text('人·夜', 'Person-night'),
  vehicle: text('车', 'Vehicle'),
  group: text('团', 'Team'),
  flight: text('架次', 'Flight'),
  train: text('列次', 'Train'),
} as const;
export type RewardUnit = keyof typeof rewardUnits;

/**
 * Automatic checks at submission, each stored with its evidence (domain reference §2.P). A check without data is
 * reported as doubtful; it never passes silently.
 */
export const checkCodes = {
  minimum: text('达到最低人数与夜数', 'Minimum guests and nights met'),
  duplicate: text('游客未重复申报', 'No guest claimed twice'),
  list: text('名单与行程人数一致', 'List matches itinerary headcount'),
  same_list: text('名单未在他团使用', 'List not used by another team'),
  outside: text('客源地在区域外', 'Guests from outside the area'),
  lodging: text('住宿记录', 'Hotel records'),
  gate: text('入园人数', 'Admissions'),
  plates: text('车牌抓拍', 'Plate captures'),
  invoices: text('票据未重复提交', 'No invoice submitted twice'),
  surnames: text('无连续同姓', 'No run of the same surname'),
  ages: text('出生日期分布正常', 'Dates of birth plausibly distributed'),
  credit: text('企业信用等级', 'Credit grade of enterprise'),
  clawed: text('企业无追回记录', 'No clawbacks on record'),
} as const;
export type CheckCode = keyof typeof checkCodes;

export const checkResults = {
  pass: { ...text('通过', 'Approved'), tone: 'good' },
  warn: { ...text('存疑', 'Doubtful'), tone: 'warning' },
  fail: { ...text('不符', 'Failed'), tone: 'bad' },
} as const;
export type CheckResult = keyof typeof checkResults;

/** Independent sources of guest counts. */
export const guestCountKinds = {
  lodging: text('住宿登记', 'Hotel registration'),
  gate: text('入园检票', 'Admission check'),
} as const;
