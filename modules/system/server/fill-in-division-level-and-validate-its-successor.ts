import { areaLevel } from '#kernel/kind/linked/area.ts';
import { text } from '#kernel/text/text.ts';
import { coversArea } from '#server/caller.ts';
import { leadsBackToDivision } from '#server/system/division-validity-and-successors.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { area } from '../contract/administrative-division.ts';

const texts = {
  order: text('停用日期不能早于启用日期', 'Must not be before the effective date'),
  ended: text('填写后继代码时，须填写停用日期', 'Enter the discontinuation date when giving a successor'),
  notYours: text(
    '只能维护本辖区内的行政区划：停用的地区并入哪里，决定由谁监管',
    'Only divisions within your jurisdiction: what a discontinued one becomes part of decides who supervises it',
  ),
  itself: text('后继不能是自己，也不能绕回自己', 'The successor cannot be itself, directly or indirectly'),
};

/** Division codes stay because rows refer to them; a discontinued one records since when, and its successor. */
export const divisionWriteHooks: WriteHooks<typeof area> = {
  add(context) {
    const { values } = context;
    const code = String(values.code ?? '');
    values.level = String(areaLevel(code)) as '1' | '2' | '3';
    values.parent_code ??=
      areaLevel(code) === 1 ? null : areaLevel(code) === 2 ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`;
    check(context);
  },
  edit: check,
};

function check(context: WriteContext<typeof area>): void {
  const { values, before, engine, caller } = context;
  const now = { ...before, ...values };
  const { code, valid_from, valid_to, replaced_by } = now;
  // an office sees what became part of its division (server/read/condition/rows-in-division-or-merged-into-it-sql.ts), so nobody may extend their own
  // or another's
  for (const [name, written] of Object.entries({ code, replaced_by }))
    if (written && (name === 'code' || written !== before?.replaced_by) && !coversArea(caller, written))
      context.fail(name, texts.notYours);
  if (valid_from && valid_to && valid_to < valid_from) context.fail('valid_to', texts.order);
  if (replaced_by && !valid_to) context.fail('valid_to', texts.ended);
  if (code && replaced_by && leadsBackToDivision(engine.reference.areas(), replaced_by, code))
    context.fail('replaced_by', texts.itself);
  context.afterCommit(() => engine.reference.reload());
}
