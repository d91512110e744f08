import { expect, test } from 'vitest';
import {
  filterMatrixRows,
  groupIntoMatrixRows,
  haveGroupsDifferentRights,
  type PermissionWithGroups,
} from './rights-matrix-rows.ts';

const rule = (id: number, pid: number | null, name: string, kind: string, held: boolean[]): PermissionWithGroups => ({
  id,
  pid,
  name,
  kind,
  held,
  path: name,
  title: name,
});
const rules = [
  rule(1, null, 'enterprise', 'menu_dir', [true, true]),
  rule(2, 1, 'enterprise/enterprise', 'menu', [true, true]),
  rule(3, 2, 'enterprise/enterprise/index', 'button', [true, true]),
  rule(4, 2, 'enterprise/enterprise/finalPass', 'button', [true, false]),
  rule(5, 1, 'enterprise/log', 'menu', [true, true]),
];

test('a row for each screen, usual actions in columns, others beside', () => {
  const rows = groupIntoMatrixRows(rules);
  expect(rows.map((one) => [one.rule.name, [...one.usual.keys()], one.others.map((other) => other.id)])).toEqual([
    ['enterprise/enterprise', ['index'], [4]],
    ['enterprise/log', [], []],
  ]);
  expect(filterMatrixRows(rows, '', true).map((one) => one.rule.id)).toEqual([2]);
  expect(filterMatrixRows(rows, 'FINAL', false).map((one) => one.rule.id)).toEqual([2]);
  expect(filterMatrixRows(rows, 'log', true)).toEqual([]);
  expect(rules.filter(haveGroupsDifferentRights).map((one) => one.id)).toEqual([4]);
});
