import { expect, it } from 'vitest';
import {
  type FileResult,
  filesToRepeat,
  judgeSecondChances,
  mergeRepeated,
} from '../../scripts/testing/second-chances.mjs';

const none: FileResult = {
  project: 'browser',
  file: 'e2e/list/list.e2e.ts',
  passed: 3,
  failed: 0,
  seconds: 10,
  failures: [],
  again: [],
  clean: ['', 'sorts', 'filters', 'prints'],
};
const failedTest = (name: string, retried = false) => ({ name, text: 'no such row', retried });
const sorts = { name: 'sorts', text: 'no such row' };
/** One test failed. */
const red: FileResult = {
  ...none,
  passed: 2,
  failed: 1,
  failures: [failedTest('sorts')],
  clean: ['', 'filters', 'prints'],
};
/** One test passed only on a retry. */
const flaky: FileResult = { ...none, again: [sorts], clean: ['', 'filters', 'prints'] };

it('runs a few failed files once more', () => {
  expect(filesToRepeat([none, red])).toEqual([red]);
  expect(filesToRepeat([red, red, red, red])).toEqual([]);
});

it('gives no second chance after a retry, or to failures outside of files', () => {
  const retried: FileResult = { ...red, failures: [failedTest('sorts', true)] };
  expect(filesToRepeat([retried])).toEqual([]);
  expect(filesToRepeat([{ ...red, file: '', failures: [failedTest('')] }])).toEqual([]);
});

it('accepts and reports a test that passes when its file is run once more', () => {
  expect(mergeRepeated([red], [none])).toMatchObject([{ failed: 0, passed: 3, seconds: 20, again: [sorts] }]);
});

it('fails a test that fails in both runs', () => {
  expect(mergeRepeated([red], [red])).toMatchObject([{ failed: 1, failures: [sorts], again: [] }]);
});

it('fails a test that needed its second chance in both runs of its file', () => {
  const both: FileResult = { ...red, passed: 2, again: [{ name: 'filters', text: 'slow' }], clean: ['', 'prints'] };
  const later: FileResult = { ...none, again: [{ name: 'filters', text: 'slow' }], clean: ['', 'sorts', 'prints'] };
  const [merged] = mergeRepeated([both], [later]);
  expect(merged).toMatchObject({ passed: 2, failed: 1, failures: [{ name: 'filters' }], again: [sorts] });
});

it('fails a test that also needed it in its previous run, until it passes at once', () => {
  const first = judgeSecondChances([flaky], {}, '2026-03-01');
  expect(first.files).toEqual([flaky]);
  const second = judgeSecondChances([flaky], first.after, '2026-03-02');
  expect(second.files).toMatchObject([{ passed: 2, failed: 1, again: [], failures: [{ name: 'sorts' }] }]);
  expect(second.files[0]?.failures[0]?.text).toContain('2026-03-01');
  const third = judgeSecondChances([none], second.after, '2026-03-03');
  expect(third).toEqual({ files: [none], after: {} });
  expect(judgeSecondChances([flaky], third.after, '2026-03-04').files).toEqual([flaky]);
});

it('remembers tests that were not run', () => {
  const before = judgeSecondChances([flaky], {}, '2026-03-01').after;
  expect(judgeSecondChances([{ ...none, file: 'e2e/record/form.e2e.ts' }], before, '2026-03-02').after).toEqual(before);
  // its file was run, but not the test itself
  expect(judgeSecondChances([{ ...none, clean: ['', 'filters'] }], before, '2026-03-02').after).toEqual(before);
});
