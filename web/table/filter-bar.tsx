import { Button, Input, type InputRef } from 'antd';
import { Fragment, lazy, type Ref, Suspense, useEffect, useRef, useState } from 'react';
import type { Condition } from '#kernel/filter.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { searchedFields } from '#kernel/searched.ts';
import { text } from '#kernel/text.ts';
import { speak } from '#web/i18n/locale.ts';
import {
  filterNames,
  type ListQuery,
  ofEverybody,
  withAnyOf,
  withConditions,
  withKeyword,
  withoutConditions,
} from '#web/resource/list-query.ts';
import { FilterChip } from '#web/table/filter-chip.tsx';
import { GroupChoice } from '#web/table/group-choice.tsx';
import { LatePopover } from '#web/table/late-popup.tsx';
import { SavedViews } from '#web/table/saved-views.tsx';
import './filter-bar.css';

const FilterPicker = lazy(() => import('#web/table/filter-picker.tsx'));

const words = {
  search: text('搜索{fields}', 'Search {fields}'),
  add: text('+ 筛选', '+ Filter'),
  clear: text('清除', 'Clear'),
  or: text('或', 'or'),
  any: text('满足其一', 'One of these'),
  awaitsMe: text('待我办', 'For me to do'),
  everybody: text('移除筛选：待我办', 'Remove filter: for me to do'),
  bar: text('查找与筛选', 'Search and filters'),
  separator: text('、', ', '),
};

/** Specification of the family's table: the search waits until typing rests, in ms. */
const debounce = 500;

const keyOf = ({ field, operator, value }: Condition): string => `${field} ${operator} ${value}`;

export interface FilterBarProps {
  readonly resource: AnyResource;
  readonly query: ListQuery;
  readonly searchRef: Ref<InputRef>;
  /** Whether the rows can be put together as they are looked at. */
  readonly grouping: boolean;
  onChange(query: ListQuery, options?: { replace?: boolean }): void;
}

/** Search, conditions as chips, and views: all of what is shown, in words. */
export function FilterBar({ resource, query, searchRef, grouping, onChange }: FilterBarProps) {
  const [adding, setAdding] = useState(false);
  const searched = searchedFields(resource);
  const { conditions, anyOf = [] } = query;
  const replaceAt = (at: number, next: readonly ListQuery['conditions'][number][]) =>
    onChange(withConditions(query, conditions.toSpliced(at, 1, ...next)));
  return (
    <search className="xj-filter-bar" aria-label={speak(words.bar)}>
      {searched.length > 0 && (
        <QuickSearch
          ref={searchRef}
          label={speak(words.search, {
            fields: searched.map((field) => inSentence(speak(field.label))).join(speak(words.separator)),
          })}
          keyword={query.keyword}
          onSearch={(keyword) => onChange(withKeyword(query, keyword), { replace: true })}
        />
      )}
      <div className="xj-chips">
        {query.awaitsMe && (
          <span className="xj-chip">
            <span className="xj-chip-body">
              <strong>{speak(words.awaitsMe)}</strong>
            </span>
            <button
              type="button"
              className="xj-chip-remove"
              aria-label={speak(words.everybody)}
              onClick={() => onChange(ofEverybody(query))}
            >
              ×
            </button>
          </span>
        )}
        {conditions.map((condition, index) => (
          <FilterChip
            key={keyOf(condition)}
            resource={resource}
            condition={condition}
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
            <fieldset key={group.map(keyOf).join()} className="xj-chip-group" aria-label={speak(words.any)}>
              {group.map((condition, index) => (
                <Fragment key={keyOf(condition)}>
                  {index > 0 && <span>{speak(words.or)}</span>}
                  <FilterChip
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
        {filterNames(resource).length > 0 && (
          <LatePopover
            open={adding}
            onOpenChange={setAdding}
            placement="bottomLeft"
            content={
              <Suspense fallback={null}>
                <FilterPicker
                  resource={resource}
                  onCancel={() => setAdding(false)}
                  onApply={(condition) => {
                    setAdding(false);
                    onChange(withConditions(query, [...conditions, condition]));
                  }}
                />
              </Suspense>
            }
          >
            <Button
              type="dashed"
              aria-haspopup="dialog"
              aria-expanded={adding}
              aria-keyshortcuts="F"
              className="xj-filter-add"
            >
              {speak(words.add)}
            </Button>
          </LatePopover>
        )}
        {(conditions.length > 0 || anyOf.length > 0) && (
          <Button type="text" onClick={() => onChange(withoutConditions(query))}>
            {speak(words.clear)}
          </Button>
        )}
      </div>
      {grouping && <GroupChoice resource={resource} query={query} onChange={onChange} />}
      <SavedViews resource={resource} query={query} onChoose={onChange} />
    </search>
  );
}

/** A label inside a sentence: English begins it small, unless it is an abbreviation. */
const inSentence = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

interface QuickSearchProps {
  ref: Ref<InputRef>;
  label: string;
  keyword: string;
  onSearch(keyword: string): void;
}

function QuickSearch({ ref, label, keyword, onSearch }: QuickSearchProps) {
  const [typed, setTyped] = useState(keyword);
  const sent = useRef(keyword);
  const search = useRef(onSearch);
  search.current = onSearch;
  // The address may change under the input: back, a saved view, "clear".
  useEffect(() => {
    if (keyword !== sent.current) setTyped(keyword);
    sent.current = keyword;
  }, [keyword]);
  useEffect(() => {
    if (typed.trim() === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = typed.trim();
      search.current(typed);
    }, debounce);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <Input
      ref={ref}
      className="xj-quick-search"
      type="search"
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      value={typed}
      allowClear
      suffix={<kbd className="xj-key">/</kbd>}
      onChange={(event) => setTyped(event.target.value)}
      onPressEnter={() => {
        sent.current = typed.trim();
        onSearch(typed);
      }}
    />
  );
}
