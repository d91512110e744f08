import { expect, test } from 'vitest';
import { addReadingToDay } from './compute-missing-balance-and-daily-total-of-readings.ts';

const begin = () => ({
  of: 1,
  day: 20_727,
  added: 0,
  subtracted: 0,
  base: 0,
  based_at: null,
  at: null,
  lifted: 0,
  lifted_at: null,
});
const reading = (at: number, added: number, subtracted: number, more: object = {}) => ({
  at,
  added,
  subtracted,
  stated: undefined,
  total: undefined,
  earlier: 0,
  ...more,
});

test('who came and went adds up, and is never less than nobody', () => {
  const day = begin();
  expect(addReadingToDay(day, reading(60, 100, 0))).toEqual({ of: 100, total: 100 });
  expect(addReadingToDay(day, reading(120, 10, 30))).toEqual({ of: 80, total: 110 });
  expect(addReadingToDay(day, reading(180, 0, 500))).toEqual({ of: 0, total: 110 });
  expect(addReadingToDay(day, reading(240, 20, 0))).toEqual({ of: 20, total: 130 });
});

test('a statement sets the figure, also against readings that come after it but are older', () => {
  const day = begin();
  addReadingToDay(day, reading(60, 100, 0));
  expect(addReadingToDay(day, reading(120, 0, 0, { stated: 250 }))).toEqual({ of: 250, total: 100 });
  // included in the statement already
  expect(addReadingToDay(day, reading(90, 40, 0, { earlier: 100 }))).toEqual({ of: 140, total: null });
  expect(addReadingToDay(day, reading(180, 5, 0))).toEqual({ of: 255, total: 145 });
});

test('a statement that comes late does not undo what was counted after it', () => {
  const day = begin();
  addReadingToDay(day, reading(60, 100, 0));
  addReadingToDay(day, reading(180, 50, 0));
  expect(addReadingToDay(day, reading(120, 0, 0, { stated: 80, earlier: 100 })).of).toBe(80);
  expect(addReadingToDay(day, reading(240, 0, 0)).of).toBe(130);
});

test('a total that a source states is subtracted over when it is higher', () => {
  const day = begin();
  expect(addReadingToDay(day, reading(60, 0, 0, { stated: 400, total: 900 }))).toEqual({ of: 400, total: 900 });
  expect(addReadingToDay(day, reading(120, 10, 0))).toEqual({ of: 410, total: 910 });
});

test('who came before more left than came is not added on top of nobody when it is reported later', () => {
  const day = begin();
  addReadingToDay(day, reading(60, 100, 0));
  expect(addReadingToDay(day, reading(120, 0, 400)).of).toBe(0);
  // the gate by which they came reports late, and one more of the same moment
  expect(addReadingToDay(day, reading(90, 250, 0, { earlier: 100 })).of).toBe(350);
  expect(addReadingToDay(day, reading(120, 80, 0)).of).toBe(30);
  expect(addReadingToDay(day, reading(180, 5, 0)).of).toBe(35);
  // nothing is left to make up for
  expect(addReadingToDay(day, reading(100, 10, 0, { earlier: 350 })).of).toBe(360);
  expect(addReadingToDay(day, reading(240, 0, 0)).of).toBe(45);
});

test('a statement leaves nothing to make up for', () => {
  const day = begin();
  addReadingToDay(day, reading(120, 0, 400));
  addReadingToDay(day, reading(180, 0, 0, { stated: 50 }));
  addReadingToDay(day, reading(100, 300, 0));
  expect(addReadingToDay(day, reading(240, 0, 0)).of).toBe(50);
});
