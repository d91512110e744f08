import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSelectedCarMessage } from '../contract/parse-message-of-car-selected-in-rental-frame.ts';

const message = {
  type: 'order.selected',
  order_no: 'CZ20261123001',
  plate: '云A12345',
  driver: '李师傅',
  from: '2026-11-24 08:00',
  to: '2026-11-25T18:00:00+08:00',
  price: 1280,
};
const read = {
  order_no: 'CZ20261123001',
  plate: '云A12345',
  driver: '李师傅',
  price: '1280.00',
  from_at: Date.parse('2026-11-24T00:00:00Z') / 1000,
  to_at: Date.parse('2026-11-25T10:00:00Z') / 1000,
};

test('the message of a selected car is parsed with moments and plates in any notation', () => {
  expect(parseSelectedCarMessage(message)).toEqual(read);
  expect(parseSelectedCarMessage({ ...message, plate: '云a·12345', price: '1280.0' })).toEqual(read);
});

test.each([
  ['another type', { type: 'order.paid' }],
  ['something besides', { token: 'x' }],
  ['a plate that is none', { plate: '云AI2345' }],
  ['an end before it begins', { to: '2026-11-24 07:59' }],
  ['a day for a moment', { from: '2026-11-24' }],
  ['a day in February there is not', { to: '2027-02-30 08:00' }],
  ['a day there is not', { from: '2026-13-41 08:00' }],
  ['a price below nothing', { price: -1 }],
  ['a price of three decimals', { price: '1.005' }],
  ['no driver', { driver: ' ' }],
  ['a long number', { order_no: 'x'.repeat(65) }],
])('%s is no car that was chosen', (_, change) => {
  expect(parseSelectedCarMessage({ ...message, ...change })).toBeUndefined();
});

test('other messages are refused, and none makes it throw', () => {
  fc.assert(fc.property(fc.anything(), (message) => parseSelectedCarMessage(message) === undefined));
  for (const name of Object.keys(message))
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const found = parseSelectedCarMessage({ ...message, [name]: value });
        return found === undefined || Object.values(found).every((one) => one !== undefined && one !== '');
      }),
      { numRuns: 50 },
    );
});
