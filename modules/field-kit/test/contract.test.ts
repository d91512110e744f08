import { describe, expect, test } from 'vitest';
import {
  applyOperationsToPack,
  isOperationPossible,
  missingForSubmission,
} from '../contract/check-state-from-phone-operations.ts';
import { findClockAndPlaceOdditiesOfOperation } from '../contract/find-clock-and-place-oddities-of-operation.ts';
import type { OperationContents } from '../contract/offline-check-operation-and-sync-answer-format.ts';
import { pack } from './pack-sample.ts';

const place = { lng: 102.712251, lat: 25.040609, accuracy: 12, at: 1_000_000 };
const step = { at: 1_000_000, monotonic: 5000, run: 'a', place, content: {} };

describe('oddities', () => {
  test('an ordinary step has none', () => {
    expect(findClockAndPlaceOdditiesOfOperation(step, undefined, 3000)).toEqual([]);
  });
  test('a clock two hours wrong, and one that was changed between two steps', () => {
    expect(findClockAndPlaceOdditiesOfOperation(step, undefined, 2 * 3_600_000)).toEqual(['clock_off']);
    const later = {
      ...step,
      at: step.at + 3_600_000,
      monotonic: 65_000,
      place: { ...place, at: step.at + 3_600_000, lng: 102.7123 },
    };
    expect(findClockAndPlaceOdditiesOfOperation(later, step, 0)).toEqual(['clock_changed']);
    expect(findClockAndPlaceOdditiesOfOperation({ ...later, run: 'b' }, step, 0)).toEqual([]);
  });
  test('no position, an inaccurate, an old, a leaping and a simulated one', () => {
    expect(findClockAndPlaceOdditiesOfOperation({ ...step, place: null }, undefined, 0)).toEqual(['no_place']);
    expect(findClockAndPlaceOdditiesOfOperation({ ...step, place: { ...place, accuracy: 101 } }, undefined, 0)).toEqual(
      ['inaccurate'],
    );
    expect(findClockAndPlaceOdditiesOfOperation({ ...step, place: { ...place, at: 0 } }, undefined, 0)).toEqual([
      'old_place',
    ]);
    const far = {
      ...step,
      at: step.at + 60_000,
      monotonic: 65_000,
      place: { ...place, lng: 102.9123, at: step.at + 60_000 },
    };
    expect(findClockAndPlaceOdditiesOfOperation(far, step, 0)).toEqual(['leap']);
    expect(
      findClockAndPlaceOdditiesOfOperation({ ...step, place: { ...place, lng: 102.7, lat: 25.04 } }, undefined, 0),
    ).toEqual(['mock_place']);
    expect(findClockAndPlaceOdditiesOfOperation({ ...step, place: { ...place, accuracy: 0 } }, undefined, 0)).toEqual([
      'mock_place',
    ]);
    const same = { ...step, at: step.at + 90_000, monotonic: 95_000, place: { ...place, at: step.at + 90_000 } };
    expect(findClockAndPlaceOdditiesOfOperation(same, step, 0)).toEqual(['mock_place']);
  });
  test('a picture of last year', () => {
    const picture = { sha256: 'a', original: 'b', size: 1, captured_at: 0 };
    const now = 40 * 86_400_000;
    const shot = { ...step, at: now, place: { ...place, at: now }, content: { note: '', pictures: [picture] } };
    expect(findClockAndPlaceOdditiesOfOperation(shot, undefined, 0)).toEqual(['old_picture']);
  });
});

const answerOf = (item: number, more: Partial<OperationContents['answer']> = {}) => ({
  kind: 'answer' as const,
  at: 3,
  content: { item, answer: 'yes' as const, value: '', note: '', pictures: [], ...more },
});
const arrive = [
  { kind: 'accept' as const, at: 1, content: {} },
  { kind: 'scanIn' as const, at: 2, content: { codes: ['12345678'], pictures: [], reason: '' } },
  { kind: 'record' as const, at: 2, content: { shown: true, party: '', post: '' } },
];
const picture = { sha256: 'a', original: 'b', size: 1, captured_at: 3 };

describe('the copy on the phone', () => {
  test('follows what was done on it, and leaves out what the platform refused', () => {
    const view = applyOperationsToPack(pack(1), [
      ...arrive,
      answerOf(1),
      { ...answerOf(1, { answer: 'no' }), refused: true },
    ]);
    expect(view).toMatchObject({ status: 'recording', scannedAt: 2 });
    expect(view.answers.get(1)?.answer).toBe('yes');
  });
  test('shows who has signed before the pack was fetched', () => {
    const signed = { role: 'object', officer: null, name: '王经理' } as const;
    const fetched = { ...pack(1), status: 'recording', signatures: [signed] };
    expect(applyOperationsToPack(fetched, []).signatures).toEqual([signed]);
  });
  test('offers no step out of order', () => {
    expect(isOperationPossible('submit', 'dispatched')).toBe(false);
    expect(isOperationPossible('answer', 'accepted')).toBe(false);
    expect(isOperationPossible('answer', 'on_site')).toBe(false);
    expect(applyOperationsToPack(pack(1), [answerOf(1)]).status).toBe('dispatched');
  });
  test('says what its submission lacks', () => {
    const lacking = applyOperationsToPack(pack(1), [
      ...arrive,
      answerOf(1),
      answerOf(2),
      answerOf(3, { answer: 'not_applicable' }),
    ]);
    expect(missingForSubmission(pack(1), lacking)).toEqual({
      answers: [4],
      pictures: [2],
      signatures: ['officers', 'object'],
    });
    const sign = (role: 'officer' | 'object', officer: number | null) => ({
      kind: 'sign' as const,
      at: 4,
      content: { role, name: '', officer, strokes: [[1, 1]] },
    });
    const whole = applyOperationsToPack(pack(1), [
      ...arrive,
      ...[1, 3].map((item) => answerOf(item)),
      ...[2, 4].map((item) => answerOf(item, { pictures: [picture] })),
      sign('officer', 1),
      sign('officer', 2),
      sign('object', null),
    ]);
    expect(missingForSubmission(pack(1), whole)).toEqual({ answers: [], pictures: [], signatures: [] });
  });
});
