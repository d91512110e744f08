import { Button } from 'antd';
import { Fragment, lazy, Suspense } from 'react';
import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { ListQuery } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import {
  filterNames,
  ownWorkConditions,
  withAnyOf,
  withConditions,
  withoutConditions,
  withoutOwnWork,
} from '#web/resource/change-filters-order-and-page-of-list-query.ts';
import { LazyPopover } from '#web/table/popup/lazy-popup-buttons.tsx';
import { FilterConditionChip } from './filter-condition-chip.tsx';
import { labelInSentence } from './filter-operator-and-value-texts.ts';
import { ownWorkTexts } from './own-work-filter-texts.ts';

import './quick-search-filters-grouping-and-saved-views-bar.css';

const FilterPicker = lazy(() => import('#web/table/filter/filter-picker.tsx'));

const texts = {
  add: text('+ 筛选', '+ Filter'),
  clear: text('清除', 'Clear'),
  or: text('或', 'or'),
  any: text('满足其一', 'Any of'),
  everybody: text('移除筛选：{filter}', 'Remove filter: {filter}'),
};

const keyOf = ({ field, operator, value }: Condition): string => `${field} ${operator} ${value}`;

/** Whether a filter is being added; a string: by this field. */
export type FilterBeingAdded = boolean | string;

interface FilterChipsProps {
  readonly resource: AnyResource;
  readonly query: ListQuery;
  /** Without personal data. */
  readonly plain?: boolean;
  /** Whether a filter is being added, and by which field. */
  readonly adding: FilterBeingAdded;
  onAdding(adding: FilterBeingAdded): void;
  onChange(query: ListQuery): void;
}

/** The conditions of a query as editable chips, and a button to add one. */
export function FilterChips({ resource, query, plain = false, adding, onAdding, onChange }: FilterChipsProps) {
  const { conditions, anyOf = [] } = query;
  const replaceAt = (at: number, next: readonly Condition[]) =>
    onChange(withConditions(query, conditions.toSpliced(at, 1, ...next)));
  return (
    <>
      {ownWorkConditions
        .filter((own) => query[own])
        .map((own) => (
          <span key={own} className="xj-chip">
            <span className="xj-chip-body">
              <strong>{translate(ownWorkTexts[own])}</strong>
            </span>
            <button
              type="button"
              className="xj-chip-remove"
              aria-label={translate(texts.everybody, { filter: labelInSentence(translate(ownWorkTexts[own])) })}
              onClick={() => onChange(withoutOwnWork(query, own))}
            >
              ×
            </button>
          </span>
        ))}
      {conditions.map((condition, index) => (
        <FilterConditionChip
          key={keyOf(condition)}
          resource={resource}
          condition={condition}
          plain={plain}
          onChange={(next) => replaceAt(index, [next])}
          onRemove={() => replaceAt(index, [])}
          onOr={(other) =>
            onChange(
              withAnyOf({ ...query, conditions: conditions.toSpliced(index, 1) }, [...anyOf, [condition, other]]),
            )
          }
        />
      ))}
      {anyOf.map((group, at) => {
        const change = (next: readonly Condition[]) => onChange(withAnyOf(query, anyOf.with(at, next)));
        return (
          <fieldset key={group.map(keyOf).join()} className="xj-chip-group" aria-label={translate(texts.any)}>
            {group.map((condition, index) => (
              <Fragment key={keyOf(condition)}>
                {index > 0 && <span>{translate(texts.or)}</span>}
                <FilterConditionChip
                  resource={resource}
                  condition={condition}
                  plain
                  onChange={(next) => change(group.with(index, next))}
                  onRemove={() => change(group.toSpliced(index, 1))}
                  onOr={(other) => change([...group, other])}
                />
              </Fragment>
            ))}
          </fieldset>
        );
      })}
      <AddFilter
        {...{ resource, plain, adding, onAdding }}
        onAdd={(condition) => onChange(withConditions(query, [...conditions, condition]))}
      />
      {(conditions.length > 0 || anyOf.length > 0) && (
        <Button type="text" onClick={() => onChange(withoutConditions(query))}>
          {translate(texts.clear)}
        </Button>
      )}
    </>
  );
}

interface AddFilterProps extends Pick<FilterChipsProps, 'resource' | 'plain' | 'adding' | 'onAdding'> {
  onAdd(condition: Condition): void;
}

/** The button that adds a filter, with its picker. */
function AddFilter({ resource, plain = false, adding, onAdding, onAdd }: AddFilterProps) {
  if (filterNames(resource).length === 0) return null;
  return (
    <LazyPopover
      open={adding !== false}
      onOpenChange={onAdding}
      placement="bottomLeft"
      content={
        <Suspense fallback={null}>
          <FilterPicker
            plain={plain}
            resource={resource}
            {...(typeof adding === 'string' ? { field: adding } : {})}
            onCancel={() => onAdding(false)}
            onApply={(condition) => {
              onAdding(false);
              onAdd(condition);
            }}
          />
        </Suspense>
      }
    >
      <Button
        type="dashed"
        aria-haspopup="dialog"
        aria-expanded={adding !== false}
        {...(plain ? {} : { 'aria-keyshortcuts': 'F' })}
        className="xj-filter-add"
      >
        {translate(texts.add)}
      </Button>
    </LazyPopover>
  );
}
