import { text } from '#kernel/text/text.ts';

// Options of the declaration only: a phone that loads its page must not load all declarations with them.

/** What an officer does to a check in the field. */
export const operationKinds = {
  accept: text('接受任务', 'Accept'),
  scanIn: text('扫码进场', 'Scan in'),
  record: text('出示证件，开始检查', 'Show credentials and begin'),
  answer: text('检查答案', 'Answer'),
  sign: text('签名', 'Signature'),
  refuse: text('企业拒绝检查', 'Refused by enterprise'),
  submit: text('提交检查', 'Submit'),
} as const;

/** What became of an operation. */
export const operationOutcomes = {
  applied: { ...text('已采纳', 'Applied'), tone: 'good' },
  refused: { ...text('未采纳，留作附件', 'Refused, kept as annex'), tone: 'warning' },
} as const;

/** What looks odd about the clock or place of an operation: noted for whoever reviews the check, never a refusal. */
export const operationOddities = {
  clock_off: text('手机时钟与平台相差五分钟以上', 'The clock of the phone was off by more than five minutes'),
  clock_changed: text('期间手机时钟被改动', 'The clock of the phone was changed meanwhile'),
  changed_after_signing: text('签名之后又改动了答案', 'An answer was changed after signing'),
  no_place: text('没有定位', 'No position'),
  inaccurate: text('定位精度差于 100 米', 'Position less accurate than 100 m'),
  old_place: text('定位不是当时取得', 'The position is not of that moment'),
  leap: text('两步之间的移动快于 250 公里/小时', 'Moved faster than 250 km/h between two steps'),
  mock_place: text('疑似虚拟定位', 'The position looks simulated'),
  old_picture: text('照片不是检查期间拍摄', 'A picture was not taken during the visit'),
} as const;
