import { describe, expect, it } from 'vitest';
import type { Guard } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { batchMoves, unavailableMoves } from './moves-offered-to-user.ts';

const label = text('车辆', 'Van');
const texts = [text('尚有未缴罚款', 'Fines are unpaid'), text('行驶证已过期', 'The papers have expired')] as const;
const van = resource({
  name: 'shop/van',
  label,
  title: 'plate',
  scope: 'all',
  fields: { plate: field.text(label) },
  life: lifecycle({
    initial: 'parked',
    states: { parked: label, out: label },
    moves: {
      leave: {
        from: ['parked'],
        to: 'out',
        label,
        batch: true,
        when: texts.map((each): Guard => ({ if: [['plate', 'NOT NULL']], else: each })),
      },
      tow: { from: ['parked'], label, when: [{ if: [['plate', 'NULL']], else: texts[0], quiet: true }] },
      wash: { from: ['parked'], to: 'parked', label, batch: true },
      park: { from: ['out'], to: 'parked', label },
    },
  }),
});
const row = (status: string, moves: string[], closed?: Record<string, number>): WireRow => ({
  id: 1,
  status,
  _moves: moves,
  ...(closed ? { _closed: closed } : {}),
});
const names = (...rows: WireRow[]) => batchMoves(van, rows).map((one) => one.name);

describe('moves that are not possible now', () => {
  it('say why in the words of the guard that is not met', () => {
    expect(
      unavailableMoves(van, row('parked', ['wash'], { leave: 1, gone: 0, wash: 0 })).map((one) => one.reason),
    ).toEqual([texts[1]]);
    expect(unavailableMoves(van, row('parked', ['leave']))).toEqual([]);
  });

  it('are not mentioned where the move is meant for other rows', () => {
    expect(unavailableMoves(van, row('parked', ['wash'], { tow: 0 }))).toEqual([]);
  });

  it('run on many rows where some can be moved, and on none where none can', () => {
    const [open, shut, away] = [row('parked', ['leave', 'wash']), row('parked', ['wash']), row('out', ['park'])];
    expect(names(open, shut)).toEqual(['leave', 'wash']);
    expect(names(shut, open)).toEqual(['leave', 'wash']);
    expect(names(shut, shut)).toEqual(['wash']);
    expect(names(open, away), 'not from another state').toEqual([]);
  });
});
