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
  ownWork,
  withAnyOf,
  withConditions,
  withKeyword,
  withoutConditions,
} from '#web/resource/list-query.ts';
import type { TableSettings } from '#web/table/column-settings.ts';
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
  handledByMe: text('交给我的', 'Assigned to me'),
  everybody: text('移除筛选：{filter}', 'Remove filter: {filter}'),
  bar: text('查找与筛选', 'Search and filters'),
  separator: text('、', ', '),
};

/** Specification of the family's table: the search waits until typing rests, in ms. */
const debounce = 500;

const keyOf = ({ field, operator, value }: Condition): string => `${field} ${operator} ${value}`;

/** No filter is being added, one is, or one by this field. */
export type Adding = boolean | string;

export interface FilterBarProps {
  readonly resource: AnyResource;
  readonly query: ListQuery;
  readonly searchRef: Ref<InputRef>;
  /** Whether the rows can be put together as they are looked at. */
  readonly grouping: boolean;
  /** Whether a filter is being added, and by which field where that is known. */
  readonly adding: Adding;
  onAdding(adding: Adding): void;
  /** How the table is kept, and what the address says of it: what a view brings beside its query. */
  readonly settings: TableSettings;
  readonly table: string | null;
  onChange(query: ListQuery, options?: { replace?: boolean; params?: { table: string | undefined } }): void;
}

/** Search, conditions as chips, and views: all of what is shown, in words. */
export function FilterBar(props: FilterBarProps) {
  const { resource, query, searchRef, grouping, adding, onAdding, onChange, settings, table } = props;
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
        {ownWork
          .filter((own) => query[own])
          .map((own) => (
            <span key={own} className="xj-chip">
              <span className="xj-chip-body">
                <strong>{speak(words[own])}</strong>
              </span>
              <button
                type="button"
                className="xj-chip-remove"
                aria-label={speak(words.everybody, { filter: inSentence(speak(words[own])) })}
                onClick={() => onChange(ofEverybody(query, own))}
              >
                ×
              </button>
            </span>
          ))}
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
            open={adding !== false}
            onOpenChange={onAdding}
            placement="bottomLeft"
            content={
              <Suspense fallback={null}>
                <FilterPicker
                  resource={resource}
                  {...(typeof adding === 'string' ? { field: adding } : {})}
                  onCancel={() => onAdding(false)}
                  onApply={(condition) => {
                    onAdding(false);
                    onChange(withConditions(query, [...conditions, condition]));
                  }}
                />
              </Suspense>
            }
          >
            <Button
              type="dashed"
              aria-haspopup="dialog"
              aria-expanded={adding !== false}
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
      <SavedViews
        {...{ resource, query, settings, table }}
        onChoose={(next, brought) => onChange(next, { params: { table: brought } })}
      />
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
