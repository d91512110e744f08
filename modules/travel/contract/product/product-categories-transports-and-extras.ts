import { optionList } from '#kernel/option/declare-editable-option-list.ts';
import { text } from '#kernel/text/text.ts';

/** Categories of products (domain reference §2.C). */
export const productCategories = optionList({
  name: 'travel/productCategory',
  label: text('线路分类', 'Route types'),
  initial: {
    one_day: text('一日游', 'Day trip'),
    nearby: text('周边游', 'Short trip nearby'),
    province: text('省内游', 'Within the province'),
    domestic: text('跨省游', 'Interprovincial'),
    outbound: text('出境游', 'Outbound'),
    inbound: text('入境游', 'Inbound'),
    study: text('研学游', 'Study tour'),
    red: text('红色旅游', 'Red tourism'),
    wellness: text('康养游', 'Wellness'),
    custom: text('定制游', 'Tailor-made'),
  },
  // this option decides whether an outbound licence is required
  system: ['outbound'],
});

export const transports = {
  coach: text('汽车', 'Coach'),
  train: text('火车', 'Train'),
  flight: text('飞机', 'Flight'),
  ship: text('轮船', 'Ship'),
  self_drive: text('自驾', 'Self-drive'),
  mixed: text('多种', 'Mixed'),
} as const;

/** Result of comparing a price with the guidance price; an officer reviews what is 30 % or more below it. */
export const priceChecks = {
  low: { ...text('低价', 'Low price'), tone: 'bad' },
  fair: { ...text('正常', 'Normal'), tone: 'good' },
  none: { ...text('无指导价', 'No guidance price'), tone: 'muted' },
} as const;

/** Whether all shops and paid activities of the plan are on the list travellers agree to (旅游法 Art. 35). */
export const listingChecks = {
  listed: { ...text('已列明', 'Listed'), tone: 'good' },
  unlisted: { ...text('未列明（旅游法第三十五条）', 'Not listed (Tourism Law Art. 35)'), tone: 'warning' },
} as const;

export const extraKinds = {
  shop: { ...text('购物场所', 'Shop'), tone: 'warning' },
  optional: text('自费项目', 'Optional paid activity'),
} as const;
