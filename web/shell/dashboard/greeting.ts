import { type Text, text } from '#kernel/text/text.ts';

/** Greeting by hour of the day (specification §9): each applies below its hour. */
const greetings: readonly (readonly [below: number, Text])[] = [
  [5, text('夜深了，注意休息', "It's late, take care")],
  [9, text('早上好', 'Good morning')],
  [12, text('上午好', 'Good morning')],
  [14, text('中午好', 'Good afternoon')],
  [18, text('下午好', 'Good afternoon')],
  [24, text('晚上好', 'Good evening')],
];

export const greetingAt = (hour: number): Text =>
  (greetings.find(([below]) => hour < below) ?? greetings[5])?.[1] ?? text('您好', 'Hello');
