import { lazy, Suspense, useState } from 'react';
import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { fieldOf } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { LazyPopover } from '#web/table/popup/lazy-popup-buttons.tsx';
import { FilterConditionText } from './filter-condition-text.tsx';

const FilterConditionEditor = lazy(() => import('./filter-condition-editor.tsx'));
const FilterPicker = lazy(() => import('#web/table/filter/filter-picker.tsx'));

const texts = {
  remove: text('移除筛选：{label}', 'Remove filter: {label}'),
  change: text('修改筛选：{label}', 'Change filter: {label}'),
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
          <FilterConditionText resource={resource} condition={condition} />
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
