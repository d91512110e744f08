import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { hotelStandards, mealTypes, stopTypes } from './plan-options.ts';

const meal = (label: ReturnType<typeof text>) =>
  field.select(label, { options: mealTypes, required: true, initial: 'included' });

/** What is said of a day, of a product, a template or the itinerary of a team: which day it is says its place in the list. */
export const dayFields = () => ({
  title: field.text(text('当日标题', 'Title of the day'), { required: true, max: 80 }),
  breakfast: meal(text('早餐', 'Breakfast')),
  lunch: meal(text('午餐', 'Lunch')),
  dinner: meal(text('晚餐', 'Dinner')),
  hotel_standard: field.select(text('住宿标准', 'Accommodation standard'), { optionList: hotelStandards }),
  hotel_name: field.text(text('住宿酒店', 'Hotel'), { max: 100 }),
});

/** Most days of a plan, and most stops of all of them together. */
export const maxPlanDays = 60;
export const maxDayStops = 600;

/**
 * A stop within one of those days, in the order of the list. Times are of the clock at the place (`HH:mm`, on the wire
 * with seconds), so that a plan says the same whichever day it begins.
 */
export const stopFields = () => ({
  day_no: field.integer(text('第几天', 'Day'), { required: true, min: 1, max: maxPlanDays }),
  poi_type: field.select(text('类型', 'Type'), { required: true, options: stopTypes, initial: 'scenic' }),
  name: field.text(text('名称', 'Name'), { required: true, max: 100 }),
  arrive: field.time(text('到达', 'Arrives'), { required: true }),
  stay_minutes: field.integer(text('停留（分钟）', 'Duration (minutes)'), { required: true, min: 0, max: 1440 }),
  // made of the type by the database
  is_shopping: field.switch(text('购物', 'Shopping'), { write: 'server', list: 'never' }),
  is_optional_paid: field.switch(text('自费', 'Optional paid'), { initial: '0' }),
  fee: field.money(text('费用（元）', 'Cost (CNY)'), {
    hint: text('自费项目填写每人费用', 'For optional paid activities, the cost per person'),
  }),
  address: field.text(text('地址', 'Address'), { max: 200, list: 'offered' }),
  place: field.place(text('位置', 'Location'), { list: 'offered', address: 'address' }),
});
