import type { Field, Fields } from '../declaration/field.ts';
import type { Lifecycle } from '../declaration/lifecycle.ts';
import type { AnyResource } from '../declaration/resource.ts';
import { field } from '../field/field.ts';
import { correctionFields, hasMarkedFields } from '../lifecycle/fields-marked-on-return-for-correction.ts';
import { hasChangeRequests, pendingChangesField } from '../lifecycle/pending-change-request-of-row.ts';
import { text } from '../text/text.ts';

/** The columns that the table of every resource has, as they appear on the wire. */
export const columnsOfEveryResource = {
  id: field.integer(text('编号', 'ID'), { key: true, write: 'server', list: 'offered' }),
  createtime: field.datetime(text('创建时间', 'Created at'), { write: 'server', list: 'offered' }),
  updatetime: field.datetime(text('修改时间', 'Updated at'), { write: 'server', list: 'offered' }),
  version: field.integer(text('版本', 'Version'), { write: 'server', list: 'never', filter: false }),
} as const;

const dueLabel = text('办理期限', 'Due');

/**
 * The column with the end of the earliest clock, in every resource with a life cycle. Without clocks it is always
 * empty, so that lists do not show it.
 */
const lifeFields = { due_at: field.datetime(dueLabel, { write: 'server' }) } as const;

const limitless = { due_at: field.datetime(dueLabel, { write: 'server', list: 'never' }) } as const;

/** Further columns of a resource that declares clocks. */
export const columnsWithDeadlineClocks = {
  due_unit: field.text(text('期限单位', 'Unit'), { write: 'server', list: 'never', filter: false }),
} as const;

/** All columns of a resource that can be on the wire, in order: id, declared fields, state, base columns. */
export function allColumnsOf(one: AnyResource): Fields {
  let fields = completeFields.get(one);
  if (!fields) {
    const { id, ...base } = columnsOfEveryResource;
    fields = {
      id,
      ...one.fields,
      ...(one.life
        ? {
            ...(hasChangeRequests(one.life) ? { pending: pendingChangesField } : {}),
            ...(hasMarkedFields(one.life) ? correctionFields : {}),
            status: statusField(one.life),
            ...(one.life.clocks ? { ...lifeFields, ...columnsWithDeadlineClocks } : limitless),
          }
        : {}),
      ...(one.sortable ? { weigh: weighField } : {}),
      ...base,
    };
    completeFields.set(one, fields);
  }
  return fields;
}

/** Cached for each declaration, because every list call needs it several times. */
const completeFields = new WeakMap<AnyResource, Fields>();

/** The columns that a list has by default, on screens and in exports. */
export function columnsListedByDefault(one: AnyResource): readonly string[] {
  if (one.listed) return one.listed;
  return Object.entries(allColumnsOf(one)).flatMap(([name, each]) =>
    (each.list ?? 'shown') === 'shown' ? [name] : [],
  );
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

/**
 * The field with the member who owns a row. Undefined: there is none. (With scope `own` the field `owner` holds an
 * officer, whose key says nothing about a member with the same key.)
 */
export const fieldWithOwningMember = (one: AnyResource): string | undefined =>
  one.scope === 'own' ? one.member : one.owner;
