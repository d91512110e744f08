import { Fragment, type ReactNode } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { isPolymorphicReference, targetOf } from '#kernel/field/field.ts';
import { type OneOfOptions, parseRowReference } from '#kernel/kind/linked/one-of-reference.ts';
import { fieldOf } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { relatedTitle } from '#web/cell/reference-cell-and-related-row-titles.tsx';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { referenceFieldParamOfOptionsCall } from '#web/input/reference/params-of-reference-options-call.ts';
import { useReferencedRowsByKey } from '#web/input/reference/title-of-newly-chosen-referenced-row.tsx';
import { useDivisionWithParents } from '#web/input/reference/use-division-with-parents.ts';
import { conditionOperator, conditionValue, filterValues } from './filter-operator-and-value-texts.ts';

const texts = { and: text('、', ', ') };

interface FilterConditionProps {
  readonly resource: AnyResource;
  readonly condition: Condition;
}

/** A condition of a list as people say it: the field, the operator, and the value by its name. */
export function FilterConditionText({ resource, condition }: FilterConditionProps) {
  const field = fieldOf(resource, condition.field);
  if (!field) return null;
  return (
    <>
      <span className="xj-chip-field">{translate(field.label)}</span>{' '}
      {conditionOperator(condition, field, currentLocale())}{' '}
      <strong>
        <ConditionValue condition={condition} field={field} of={resource.name} />
      </strong>
    </>
  );
}

function ConditionValue({ condition, field, of }: { condition: Condition; field: AnyField; of: string }): ReactNode {
  const formatted = conditionValue(condition, field, currentLocale());
  if (formatted !== undefined) return formatted;
  if (isPolymorphicReference(field)) return <NamedRowTitles field={field} value={condition.value} />;
  return targetOf(field)?.key === 'code' ? (
    filterValues(condition.value).map((code, at) => (
      <Fragment key={code}>
        {at > 0 && '、'}
        <AreaName code={code} />
      </Fragment>
    ))
  ) : (
    <RowTitles
      to={String(field.options.to)}
      ids={condition.value}
      asking={field.write === 'server' ? referenceFieldParamOfOptionsCall(field, condition.field, of) : {}}
    />
  );
}

/** Value of a polymorphic reference: the resource and the rows; all of them where none is named. */
function NamedRowTitles({ field, value }: { field: AnyField; value: string }) {
  const { to } = field.options as unknown as OneOfOptions;
  return filterValues(value).map((one, at) => {
    const named = parseRowReference(one);
    const label = to[named?.to ?? one];
    return (
      <Fragment key={one}>
        {at > 0 && '、'}
        {label ? translate(label) : one} {named && <RowTitles to={named.to} ids={String(named.id)} />}
      </Fragment>
    );
  });
}

function AreaName({ code }: { code: string }) {
  const path = useDivisionWithParents(code).data?.path;
  return <>{translateDivisionName(path?.at(-1)?.name ?? code)}</>;
}

function RowTitles({ to, ids, asking = {} }: { to: string; ids: string; asking?: { of?: string } }) {
  const keys = filterValues(ids);
  const { data } = useReferencedRowsByKey(to, keys.map(Number), asking);
  const rows = data?.list ?? data?.options ?? [];
  return (
    <>
      {keys
        .map((key) => {
          const row = rows.find((one) => String(one.id) === key);
          return row ? relatedTitle(to, row) : data ? `#${key}` : '…';
        })
        .join(translate(texts.and))}
    </>
  );
}
