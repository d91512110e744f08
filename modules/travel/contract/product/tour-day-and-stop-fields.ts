import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { hotelStandards, mealTypes, stopTypes } from './stop-meal-and-hotel-options.ts';

const meal = (label: ReturnType<typeof text>) =>
  field.select(label, { options: mealTypes, required: true, initial: 'included' });

/** Fields of a day of a product, a template or an itinerary. The place in the list is the number of the day. */
export const tourDayFields = () => ({
  title: field.text(text('当日标题', 'Title of the day'), { required: true, max: 80 }),
  breakfast: meal(text('早餐', 'Breakfast')),
  lunch: meal(text('午餐', 'Lunch')),
  dinner: meal(text('晚餐', 'Dinner')),
  hotel_standard: field.select(text('住宿标准', 'Accommodation standard'), { optionList: hotelStandards }),
  hotel_name: field.text(text('住宿酒店', 'Hotel'), { max: 100 }),
});

/** Most days of a plan, and most stops in all of them. */
export const maxPlanDays = 60;
export const maxPlanStops = 600;

/**
 * Fields of a stop, in the order of the list. Times are local clock times (`HH:mm`, on the wire with seconds), so
 * that a plan is independent of its date.
 */
export const tourStopFields = () => ({
  day_no: field.integer(text('第几天', 'Day'), { required: true, min: 1, max: maxPlanDays }),
  poi_type: field.select(text('类型', 'Type'), { required: true, options: stopTypes, initial: 'scenic' }),
  name: field.text(text('名称', 'Name'), { required: true, max: 100 }),
  arrive: field.time(text('到达', 'Arrives'), { required: true }),
  stay_minutes: field.integer(text('停留（分钟）', 'Duration (minutes)'), { required: true, min: 0, max: 1440 }),
  // computed from the type by the database
  is_shopping: field.switch(text('购物', 'Shopping'), { write: 'server', list: 'never' }),
  is_optional_paid: field.switch(text('自费', 'Optional paid'), { initial: '0' }),
  fee: field.money(text('费用（元）', 'Cost (CNY)'), {
    hint: text('自费项目填写每人费用', 'For optional paid activities, the cost per person'),
  }),
  address: field.text(text('地址', 'Address'), { max: 200, list: 'offered' }),
  place: field.place(text('位置', 'Location'), { list: 'offered', address: 'address' }),
});
