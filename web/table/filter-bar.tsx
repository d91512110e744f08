import { Button, Input, type InputRef } from 'antd';
import { lazy, type Ref, Suspense, useEffect, useRef, useState } from 'react';
import type { AnyResource } from '#kernel/resource.ts';
import { searchedFields } from '#kernel/searched.ts';
import { text } from '#kernel/text.ts';
import { speak } from '#web/i18n/locale.ts';
import { filterNames, type ListQuery, ofEverybody, withConditions, withKeyword } from '#web/resource/list-query.ts';
import { FilterChip } from '#web/table/filter-chip.tsx';
import { LatePopover } from '#web/table/late-popup.tsx';
import { SavedViews } from '#web/table/saved-views.tsx';

const FilterEditor = lazy(() => import('#web/table/filter-editor.tsx'));

const words = {
  search: text('搜索{fields}', 'Search {fields}'),
  add: text('+ 筛选', '+ Filter'),
  clear: text('清除', 'Clear'),
  awaitsMe: text('待我确认', 'For me to confirm'),
  everybody: text('移除筛选：待我确认', 'Remove filter: for me to confirm'),
  bar: text('查找与筛选', 'Search and filters'),
  separator: text('、', ', '),
};

/** Specification of the family's table: the search waits until typing rests, in ms. */
const debounce = 500;

export interface FilterBarProps {
  readonly resource: AnyResource;
  readonly query: ListQuery;
  readonly searchRef: Ref<InputRef>;
  onChange(query: ListQuery, options?: { replace?: boolean }): void;
}

/** Search, conditions as chips, and views: all of what is shown, in words. */
export function FilterBar({ resource, query, searchRef, onChange }: FilterBarProps) {
  const [adding, setAdding] = useState(false);
  const searched = searchedFields(resource);
  const { conditions } = query;
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
            key={`${condition.field} ${condition.operator} ${condition.value}`}
            resource={resource}
            condition={condition}
            onChange={(next) => replaceAt(index, [next])}
            onRemove={() => replaceAt(index, [])}
          />
        ))}
        {filterNames(resource).length > 0 && (
          <LatePopover
            open={adding}
            onOpenChange={setAdding}
            placement="bottomLeft"
            content={
              <Suspense fallback={null}>
                <FilterEditor
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
            <Button type="dashed" aria-haspopup="dialog" aria-expanded={adding}>
              {speak(words.add)}
            </Button>
          </LatePopover>
        )}
        {conditions.length > 0 && (
          <Button type="text" onClick={() => onChange(withConditions(query, []))}>
            {speak(words.clear)}
          </Button>
        )}
      </div>
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
