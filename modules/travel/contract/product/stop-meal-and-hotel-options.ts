import { optionList } from '#kernel/option/declare-editable-option-list.ts';
import { text } from '#kernel/text/text.ts';

/** Types of stops. */
export const stopTypes = {
  scenic: text('游览', 'Sightseeing'),
  shop: { ...text('购物', 'Shopping'), tone: 'warning' },
  meal: text('用餐', 'Meal'),
  transfer: text('交通', 'Transfer'),
  free: text('自由活动', 'Free time'),
} as const;
export type StopType = keyof typeof stopTypes;

/** Whether a meal is included, paid by the tourists, or not planned. */
export const mealTypes = {
  self: text('自理', 'At own expense'),
  included: text('含餐', 'Included'),
  none: text('不安排', 'None'),
} as const;

/** Standards of accommodation (domain reference Appendix D `hotel_std`). */
export const hotelStandards = optionList({
  name: 'travel/hotelStandard',
  label: text('住宿标准', 'Accommodation standards'),
  initial: {
    none: text('不含住宿', 'No accommodation'),
    economy: text('经济型', 'Economy'),
    comfort: text('舒适型', 'Comfort'),
    star3: text('三星或同级', '3-star or equivalent'),
    star4: text('四星或同级', '4-star or equivalent'),
    star5: text('五星或同级', '5-star or equivalent'),
    homestay: text('民宿', 'Homestay'),
    other: text('其他', 'Other'),
  },
  system: ['none'],
});
