import type { Field, Fields } from '../declaration/field.ts';
import type { Lifecycle } from '../declaration/lifecycle.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { field } from '../field/field.ts';
import { hasProposals, pendingField } from '../lifecycle/change-request.ts';
import { correctionFields, hasMarks } from '../lifecycle/correction.ts';
import { text } from '../text/text.ts';

/** Columns every table of a declared resource has, as they cross the wire. */
export const baseFields = {
  id: field.integer(text('编号', 'ID'), { key: true, write: 'server', list: 'offered' }),
  createtime: field.datetime(text('创建时间', 'Created at'), { write: 'server', list: 'offered' }),
  updatetime: field.datetime(text('修改时间', 'Updated at'), { write: 'server', list: 'offered' }),
  version: field.integer(text('版本', 'Version'), { write: 'server', list: 'never', filter: false }),
} as const;

const dueLabel = text('办理期限', 'Due');

/** Columns a resource with a life has besides. Where no clock runs no list shows the limit: it is always empty. */
const lifeFields = { due_at: field.datetime(dueLabel, { write: 'server' }) } as const;

const limitless = { due_at: field.datetime(dueLabel, { write: 'server', list: 'never' }) } as const;

/** Columns a resource with clocks has besides. */
export const clockFields = {
  due_unit: field.text(text('期限单位', 'Unit'), { write: 'server', list: 'never', filter: false }),
} as const;

/** Every column of a resource that can cross the wire, in order: id, declared, state, base. */
export function allFields(one: AnyResource): Fields {
  let fields = completeFields.get(one);
  if (!fields) {
    const { id, ...base } = baseFields;
    fields = {
      id,
      ...one.fields,
      ...(one.life
        ? {
            ...(hasProposals(one.life) ? { pending: pendingField } : {}),
            ...(hasMarks(one.life) ? correctionFields : {}),
            status: statusField(one.life),
            ...(one.life.clocks ? { ...lifeFields, ...clockFields } : limitless),
          }
        : {}),
      ...(one.sortable ? { weigh: weighField } : {}),
      ...base,
    };
    completeFields.set(one, fields);
  }
  return fields;
}

/** Put together once per declaration: every list call asks several times. */
const completeFields = new WeakMap<AnyResource, Fields>();

/** The columns a list shows until somebody chooses others: of screens and of exports. */
export function listedColumns(one: AnyResource): readonly string[] {
  if (one.listed) return one.listed;
  return Object.entries(allFields(one)).flatMap(([name, each]) => ((each.list ?? 'shown') === 'shown' ? [name] : []));
}

const weighField = field.integer(text('排序', 'Order'), { write: 'server', list: 'offered' });

const statusFields = new WeakMap<object, Field>();

/** The state of a life as a field: a select whose options are the states; written by moves alone. */
export function statusField(life: Lifecycle): Field {
  let one = statusFields.get(life);
  if (!one) {
    one = field.select(text('状态', 'Status'), { options: life.states, write: 'server' });
    statusFields.set(life, one);
  }
  return one;
}

/** The field by which members own rows, if they do: administrators and members are numbered apart. */
export const memberOwner = (one: AnyResource): string | undefined => (one.scope === 'own' ? one.member : one.owner);
