import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { holdsSeveralValues, isPolymorphicReference, targetOf } from '#kernel/field/field.ts';
import { parseRowReference } from '#kernel/kind/linked/one-of-reference.ts';
import { hasChangeRequests, type RequestedValue } from '#kernel/lifecycle/pending-change-request-of-row.ts';
import { relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { CellValue, textOfUnsetValue } from '#web/cell/value-of-field-in-cell.tsx';
import { translate } from '#web/i18n/locale.ts';
import { readRow } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

import './compared.css';

const texts = {
  item: text('变更事项', 'Item to change'),
  now: text('现为', 'Current'),
  requested: text('申请变更为', 'Change to'),
  emptied: text('（清空）', '(cleared)'),
  none: text('变更申请已办理或失效。', 'The change request has been decided or has lapsed.'),
};

/** The requested changes of a row in fields the reader may see; empty where none are pending. */
export function pendingRequestedChanges(
  resource: AnyResource,
  row: WireRow,
): readonly (RequestedValue & { field: AnyField })[] {
  if (!hasChangeRequests(resource.life) || !Array.isArray(row.pending)) return [];
  return (row.pending as readonly RequestedValue[]).flatMap((one) => {
    const field = Object.hasOwn(resource.fields, one.key) ? resource.fields[one.key] : undefined;
    return field ? [{ ...one, field }] : [];
  });
}

/** Requested changes beside the values on record, which stay valid until then. */
export function ChangeRequestTable({ resource, row }: { resource: AnyResource; row: WireRow }) {
  return (
    <table className="xj-compared">
      <thead>
        <tr>
          <th scope="col">{translate(texts.item)}</th>
          <th scope="col">{translate(texts.now)}</th>
          <th scope="col">{translate(texts.requested)}</th>
        </tr>
      </thead>
      <tbody>
        {pendingRequestedChanges(resource, row).map((one) => (
          <tr key={one.key}>
            <th scope="row">{translate(one.field.label)}</th>
            <td data-label={translate(texts.now)}>
              <CellValue name={one.key} field={one.field} row={row} roomy />
            </td>
            <td data-label={translate(texts.requested)}>
              {one.value === '' ? (
                (textOfUnsetValue(one.field) ?? translate(texts.emptied))
              ) : (
                <CellValue name={one.key} field={one.field} row={rowWithProposedValue(one)} roomy />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A proposed value in the form of a row, with the titles of what it refers to. */
export function rowWithProposedValue({ key, value, to = value, field }: RequestedValue & { field: AnyField }): WireRow {
  if (isPolymorphicReference(field))
    return { id: 0, [key]: to, [relationNameOf(key)]: { ...parseRowReference(to), title: value } };
  const target = targetOf(field);
  if (!target) return { id: 0, [key]: to };
  const title = findResource(target.resource)?.title ?? 'name';
  const named = (one: unknown, name: string) => ({ id: one, code: one, [title]: name, name, full_name: name });
  const names = holdsSeveralValues(field) ? value.split('、') : [];
  const related = Array.isArray(to) ? to.map((one, at) => named(one, names[at] ?? '')) : named(to, value);
  return { id: 0, [key]: to, [relationNameOf(key)]: related };
}

/** The pending change request of a row. The row is read whole: lists carry no requests. */
export function PendingChangeRequest({ resource, id }: { resource: AnyResource; id: number }) {
  const row = useQuery({
    queryKey: ['resource', resource.name, 'change', id],
    queryFn: ({ signal }) => readRow(resource, id, { signal }),
    staleTime: 0,
  });
  if (row.isPending) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  if (!row.data || pendingRequestedChanges(resource, row.data).length === 0)
    return <p role="alert">{translate(texts.none)}</p>;
  return <ChangeRequestTable resource={resource} row={row.data} />;
}
