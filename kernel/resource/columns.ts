import type { Field, Fields } from '../declaration/field.ts';
import type { Lifecycle } from '../declaration/lifecycle.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { field } from '../field/field.ts';
import { hasChangeRequests, pendingChangesField } from '../lifecycle/change-request.ts';
import { correctionFields, hasMarks } from '../lifecycle/correction-after-return.ts';
import { text } from '../text/text.ts';

/** Base columns of the table of every declared resource, as on the wire. */
export const baseFields = {
  id: field.integer(text('编号', 'ID'), { key: true, write: 'server', list: 'offered' }),
  createtime: field.datetime(text('创建时间', 'Created at'), { write: 'server', list: 'offered' }),
  updatetime: field.datetime(text('修改时间', 'Updated at'), { write: 'server', list: 'offered' }),
  version: field.integer(text('版本', 'Version'), { write: 'server', list: 'never', filter: false }),
} as const;

const dueLabel = text('办理期限', 'Due');

/**
 * Further columns of a resource with a life cycle. Without clocks, lists do not show the due date, which is always
 * empty.
 */
const lifeFields = { due_at: field.datetime(dueLabel, { write: 'server' }) } as const;

const limitless = { due_at: field.datetime(dueLabel, { write: 'server', list: 'never' }) } as const;

/** Further columns of a resource with clocks. */
export const clockFields = {
  due_unit: field.text(text('期限单位', 'Unit'), { write: 'server', list: 'never', filter: false }),
} as const;

/** Every column of a resource that can be sent, in order: id, declared, state, base. */
export function allFields(one: AnyResource): Fields {
  let fields = completeFields.get(one);
  if (!fields) {
    const { id, ...base } = baseFields;
    fields = {
      id,
      ...one.fields,
      ...(one.life
        ? {
            ...(hasChangeRequests(one.life) ? { pending: pendingChangesField } : {}),
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

/** Cached per declaration, because every list call needs it several times. */
const completeFields = new WeakMap<AnyResource, Fields>();

/** Default columns of a list, on screens and in exports. */
export function listedColumns(one: AnyResource): readonly string[] {
  if (one.listed) return one.listed;
  return Object.entries(allFields(one)).flatMap(([name, each]) => ((each.list ?? 'shown') === 'shown' ? [name] : []));
}

const weighField = field.integer(text('排序', 'Order'), { write: 'server', list: 'offered' });

const statusFields = new WeakMap<object, Field>();

/** The state as a field: a select with the states as options, written only by moves. */
function statusField(life: Lifecycle): Field {
  let one = statusFields.get(life);
  if (!one) {
    one = field.select(text('状态', 'Status'), { options: life.states, write: 'server' });
    statusFields.set(life, one);
  }
  return one;
}

/** The field by which members own rows, if any. Keys of administrators and members are separate sequences. */
export const memberOwner = (one: AnyResource): string | undefined => (one.scope === 'own' ? one.member : one.owner);
