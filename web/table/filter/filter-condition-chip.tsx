import { Fragment, lazy, type ReactNode, Suspense, useState } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { Condition } from '#kernel/declaration/filter.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { isPolymorphicReference, targetOf } from '#kernel/field/field.ts';
import { type OneOfOptions, parseRowReference } from '#kernel/kind/linked/one-of-reference.ts';
import { fieldOf } from '#kernel/list/list-query-in-address.ts';
import { text } from '#kernel/text/text.ts';
import { relatedTitle } from '#web/cell/reference-cell.tsx';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { useRowsByKey } from '#web/input/reference/name-of-referenced-row.tsx';
import { referenceFieldParamOfOptionsCall } from '#web/input/reference/params-of-reference-options-call.ts';
import { useDivisionWithParents } from '#web/input/reference/use-division-with-parents.ts';
import { LazyPopover } from '#web/table/popup/lazy-popup-buttons.tsx';
import { conditionOperator, conditionValue, filterValues } from './filter-operator-and-value-texts.ts';

const FilterConditionEditor = lazy(() => import('./filter-condition-editor.tsx'));
const FilterPicker = lazy(() => import('#web/table/filter/filter-picker.tsx'));

const texts = {
  remove: text('移除筛选：{label}', 'Remove filter: {label}'),
  change: text('修改筛选：{label}', 'Change filter: {label}'),
  and: text('、', ', '),
};

interface FilterChipProps {
  readonly resource: AnyResource;
  readonly condition: Condition;
  /** One of several alternatives, which cannot include personal data. */
  readonly plain?: boolean;
  onChange(condition: Condition): void;
  onRemove(): void;
  /** Adds an alternative to this condition. */
  onOr(condition: Condition): void;
}

/** A filter condition in words: a click edits it, the cross removes it. */
export function FilterConditionChip({ resource, condition, plain = false, onChange, onRemove, onOr }: FilterChipProps) {
  const [open, setOpen] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const show = (next: boolean) => {
    setOpen(next);
    setChoosing(false);
  };
  const field = fieldOf(resource, condition.field);
  if (!field) return null;
  const label = translate(field.label);
  return (
    <span className="xj-chip">
      <LazyPopover
        open={open}
        onOpenChange={show}
        placement="bottomLeft"
        content={
          <Suspense fallback={null}>
            {choosing ? (
              <FilterPicker
                resource={resource}
                plain
                onCancel={() => show(false)}
                onApply={(next) => {
                  show(false);
                  onOr(next);
                }}
              />
            ) : (
              <FilterConditionEditor
                resource={resource}
                condition={condition}
                plain={plain}
                onCancel={() => show(false)}
                onApply={(next) => {
                  show(false);
                  onChange(next);
                }}
                onOr={() => setChoosing(true)}
              />
            )}
          </Suspense>
        }
      >
        <button type="button" className="xj-chip-body" title={translate(texts.change, { label })}>
          <span className="xj-chip-field">{label}</span> {conditionOperator(condition, field, currentLocale())}{' '}
          <strong>
            <ConditionValue condition={condition} field={field} of={resource.name} />
          </strong>
        </button>
      </LazyPopover>
      <button
        type="button"
        className="xj-chip-remove"
        aria-label={translate(texts.remove, { label })}
        onClick={onRemove}
      >
        ×
      </button>
    </span>
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
  const { data } = useRowsByKey(to, keys.map(Number), asking);
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
