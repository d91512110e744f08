import { Input, type InputRef } from 'antd';
import { type Ref, useEffect, useRef, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { fieldsCoveredByQuickSearch } from '#kernel/list/fields-covered-by-quick-search.ts';
import type { ListQuery } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { singularLabel } from '#web/i18n/english-singular.ts';
import { translate } from '#web/i18n/locale.ts';
import { withKeyword } from '#web/resource/change-filters-order-and-page-of-list-query.ts';
import { useValueAfterComposition } from '#web/tab/stop-keys-and-delay-search-during-input-method-composition.ts';
import type { TableSettings } from '#web/table/columns/column-settings.ts';
import { GroupBySelect } from '#web/table/filter/group-by-select.tsx';
import { type FilterBeingAdded, FilterChips } from './filter-condition-chips.tsx';
import { labelInSentence } from './filter-operator-and-value-texts.ts';
import { SavedViewsMenu } from './saved-views-menu.tsx';

import './quick-search-filters-grouping-and-saved-views-bar.css';

const texts = {
  search: text('搜索{fields}', 'Search {fields}'),
  bar: text('查找与筛选', 'Search and filters'),
  separator: text('、', ', '),
};

/** Ms without typing until the search runs, as in tables of BuildAdmin. */
const debounce = 500;

interface FilterBarProps {
  readonly resource: AnyResource;
  readonly query: ListQuery;
  readonly searchRef: Ref<InputRef>;
  /** Whether the present lens can group rows. */
  readonly grouping: boolean;
  /** Whether a filter is being added, and by which field. */
  readonly adding: FilterBeingAdded;
  onAdding(adding: FilterBeingAdded): void;
  /** Stored table settings, and those of the address, which a view brings. */
  readonly settings: TableSettings;
  readonly table: string | null;
  onChange(query: ListQuery, options?: { replace?: boolean; params?: { table: string | undefined } }): void;
}

/** Search, filter chips and views of a list. */
export function SearchFiltersGroupingAndViewsBar(props: FilterBarProps) {
  const { resource, query, searchRef, grouping, adding, onAdding, onChange, settings, table } = props;
  const searched = fieldsCoveredByQuickSearch(resource);
  return (
    <search className="xj-filter-bar" aria-label={translate(texts.bar)}>
      {searched.length > 0 && (
        <QuickSearch
          ref={searchRef}
          label={translate(texts.search, {
            fields: searched
              .map((field) => labelInSentence(singularLabel(field.label)))
              .join(translate(texts.separator)),
          })}
          keyword={query.keyword}
          onSearch={(keyword) => onChange(withKeyword(query, keyword), { replace: true })}
        />
      )}
      <div className="xj-chips">
        <FilterChips {...{ resource, query, adding, onAdding, onChange }} />
      </div>
      {grouping && <GroupBySelect resource={resource} query={query} onChange={onChange} />}
      <SavedViewsMenu
        {...{ resource, query, settings, table }}
        onChoose={(next, brought) => onChange(next, { params: { table: brought } })}
      />
    </search>
  );
}

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
  // The address can change while the input is shown: by Back, a saved view, “clear”.
  useEffect(() => {
    if (keyword !== sent.current) setTyped(keyword);
    sent.current = keyword;
  }, [keyword]);
  const composed = useValueAfterComposition(typed);
  useEffect(() => {
    if (composed.trim() === sent.current) return undefined;
    const timer = setTimeout(() => {
      if (composed.trim() === sent.current) return; // searched by Enter meanwhile
      sent.current = composed.trim();
      search.current(composed);
    }, debounce);
    return () => clearTimeout(timer);
  }, [composed]);
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
