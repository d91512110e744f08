import type { NumberingRule } from '#kernel/declaration/numbering-rule.ts';
import { movesThatNumber, numberedFields } from '#kernel/lifecycle/fields-numbered-by-server.ts';
import { nextNumberOfField } from '../field/next-record-number-sql.ts';
import type { WriteContext } from '../hook/write-hooks-of-module.ts';
import { firstValueOfProperty, moveTakesEffect, type WriteFeature } from './write-phase-and-feature-types.ts';

/** Numbers (`number`): assigned by the storing statement when a row is added, or with the declared move. */
export const assignRecordNumbers: WriteFeature = {
  plan(write) {
    const { resource, order, before } = write;
    if (order.operation !== 'add' && order.operation !== 'move') return undefined;
    if (!moveTakesEffect(write)) return undefined;
    const isDue = (rule: NumberingRule) =>
      order.operation === 'add' ? rule.on === undefined : movesThatNumber(rule).includes(order.move ?? '');
    const due = numberedFields(resource).filter(([name, rule]) => isDue(rule) && isEmpty(before, name));
    if (due.length === 0) return undefined;
    return {
      columns({ context, values }) {
        for (const [name, rule] of due)
          if (isEmpty(values, name)) context.compute(name, expressionOf(context, name, rule));
        return {};
      },
      // if another write came first, the statement changes no row, but has counted on
      parts: () => ({ needsTransaction: order.operation === 'move' && due.some(([, { gapless }]) => gapless) }),
    };
  },
};

const isEmpty = (values: object | undefined, name: string): boolean =>
  ((values as Readonly<Record<string, unknown>> | undefined)?.[name] ?? '') === '';

const expressionOf = ({ resource, values, before }: WriteContext, name: string, rule: NumberingRule) =>
  nextNumberOfField(resource, name, rule, (field) => firstValueOfProperty(field, values, before));
