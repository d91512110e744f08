import { findOptionList, isOptionValue } from '#kernel/option/declare-editable-option-list.ts';
import { joinList, type Text, text } from '#kernel/text/text.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
// lists that offices may already edit although no form uses them yet
import '../contract/complaint-and-opinion-option-lists.ts';
import '../contract/enforcement-option-lists.ts';
import '../contract/travel-reward-and-incident-option-lists.ts';
import type { ListOption, listOption } from '../contract/option-of-editable-list.ts';
import {
  type FieldOfOptionList,
  fieldsOfOptionList,
  fieldsOfOptionListVisibleToCaller,
  findFieldsWithRowsHoldingOption,
} from './find-fields-using-list-option-and-count-rows.ts';

const texts = {
  value: text('不能含有逗号、顿号或分号', 'Must not contain commas or semicolons'),
  system: text(
    '系统依赖该词条，只能改名，不能停用',
    'The system relies on this entry: it can be renamed but not disabled',
  ),
  order: text('停用日期不能早于启用日期', 'Must not be before the effective date'),
  used: text('“{word}”正在使用：{where}。请改为停用。', '“{word}” is in use: {where}. Disable it instead.'),
  elsewhere: text('您无权查看的业务', 'records you may not see'),
  shipped: text('“{word}”是系统自带的词条，只能停用', '“{word}” is built in and can only be disabled'),
};

/** A change takes effect at once here, and in every other process as soon as it receives the event. */
export const listOptionWriteHooks: WriteHooks<typeof listOption> = {
  add(context) {
    if (!isOptionValue(String(context.values.value ?? ''))) context.fail('value', texts.value);
    check(context);
  },
  edit: check,
  del: checkUnused,
};

/**
 * An option can be deleted while no row in any area uses it. A row written at the same moment is still stored: it then
 * shows the code, and adding the option again restores its label.
 */
async function checkUnused(context: ChangeContext<typeof listOption>): Promise<void> {
  const { before, caller, engine, tx } = context;
  const { list, value, label, label_en } = before;
  const named = { word: caller.locale === 'en' ? label_en : label };
  const declared = findOptionList(list);
  if (declared && Object.hasOwn(declared.initial, value))
    throw new Refused(texts.shipped, { values: named, data: { reason: 'referenced' } });
  const used = await findFieldsWithRowsHoldingOption(tx, fieldsOfOptionList(engine.resources, list), value);
  if (used.length > 0) {
    const visible = fieldsOfOptionListVisibleToCaller(engine, caller, list);
    const isVisible = (one: FieldOfOptionList) =>
      visible.some(({ resource, name }) => resource === one.resource && name === one.name);
    const t = (one: Text) => one[caller.locale];
    const places = used.map((one) =>
      isVisible(one) ? `${t(one.resource.label)} · ${t(one.field.label)}` : t(texts.elsewhere),
    );
    const where = joinList([...new Set(places)], caller.locale);
    throw new Refused(texts.used, { values: { ...named, where }, data: { reason: 'referenced' } });
  }
  context.afterCommit(() => engine.optionLists.reload());
}

function check(context: WriteContext<typeof listOption>): void {
  const now = { ...context.before, ...context.values } as Pick<
    ListOption,
    'list' | 'value' | 'valid_from' | 'valid_to'
  >;
  const { list, value, valid_from, valid_to } = now;
  if (valid_from && valid_to && valid_to < valid_from) context.fail('valid_to', texts.order);
  if ((valid_from || valid_to) && findOptionList(list)?.system.includes(value))
    context.fail(valid_to ? 'valid_to' : 'valid_from', texts.system);
  context.afterCommit(() => context.engine.optionLists.reload());
}
