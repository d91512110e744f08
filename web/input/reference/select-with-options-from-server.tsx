import { useInfiniteQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type KeyboardEvent, type UIEvent, useState } from 'react';
import { holdsSeveralValues } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { optionLabelOfRelatedRow, relatedTitle } from '#web/cell/reference-cell-and-related-row-titles.tsx';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { translate } from '#web/i18n/locale.ts';
import { antdAllowClearWithTranslatedLabel } from '#web/input/control/antd-allow-clear-with-translated-label.tsx';
import { controlProps, type FieldInputProps } from '#web/input/control/field-input-props.ts';
import {
  citationDayParamOfOptionsCall,
  referenceFieldParamOfOptionsCall,
  searchParamForRowOfLifecycleMove,
} from '#web/input/reference/params-of-reference-options-call.ts';
import { listRows, type WireList } from '#web/resource/resource-calls.ts';
import { relationObject, type WireRow } from '#web/resource/wire-row.ts';
import { useValueAfterComposition } from '#web/tab/stop-keys-and-delay-search-during-input-method-composition.ts';
import { useReferencedRowsByKey } from './title-of-newly-chosen-referenced-row.tsx';

const texts = {
  search: text('输入关键词查找', 'Type to search'),
  none: text('没有找到', 'Nothing found'),
  loading: text('加载中…', 'Loading…'),
  failed: text('选项加载失败', 'Options could not be loaded'),
};

const pageSize = 10;
const wide = { width: '100%' } as const;
const boxless = { display: 'contents' } as const;

const rowsOf = (page: WireList): WireRow[] => page.options ?? page.list ?? [];

/** Trees come nested or flat; options are flat, with deeper rows indented. */
function flatten(rows: readonly WireRow[], without: number | undefined, depth = 0): { row: WireRow; depth: number }[] {
  return rows.flatMap((row) =>
    row.id === without ? [] : [{ row, depth }, ...flatten(row.children ?? [], without, depth + 1)],
  );
}

/** Glyphs that indent the options of trees (wire contract §2.7). */
const treeGlyphs = /^[\s│├└\u3000]+/;

interface Choice {
  value: number;
  label: string;
}

interface RemoteSelectProps extends FieldInputProps {
  /** Whether several rows are chosen. Default: as the field declares. */
  readonly several?: boolean;
  readonly 'aria-label'?: string;
  /** The rows form a tree, and are indented. */
  readonly tree?: boolean;
}

/** Chooses the parent row in a tree. */
export const ParentRowInTreeSelect = (props: FieldInputProps) => <RemoteSelect {...props} tree />;

interface OptionPagesOptions {
  /** Name of the resource the options are rows of. */
  readonly to: string;
  readonly tree: boolean;
  /** The `of` parameter: the reference that is chosen for. */
  readonly reference: ReturnType<typeof referenceFieldParamOfOptionsCall>;
  readonly typed: string;
  readonly open: boolean;
}

/** Pages of options that match what is typed, fetched while the list is open. */
function useOptionPages({ to, tree, reference, typed, open }: OptionPagesOptions) {
  return useInfiniteQuery({
    queryKey: ['resource', to, 'select', tree, reference, typed],
    queryFn: ({ pageParam, signal }) =>
      listRows(
        { name: to },
        {
          select: true,
          quick_search: typed,
          page: pageParam,
          limit: pageSize,
          initKey: 'id',
          ...(tree ? { isTree: true } : {}),
          ...reference,
        },
        { signal },
      ),
    initialPageParam: 1,
    // Only a list with a total has further pages; options of trees come whole.
    getNextPageParam: (last, all) => {
      const seen = all.reduce((count, page) => count + rowsOf(page).length, 0);
      return last.total !== undefined && seen < last.total && rowsOf(last).length > 0 ? all.length + 1 : undefined;
    },
    enabled: open,
    placeholderData: previousDataAsPlaceholder('resource', to, 'select', tree, reference),
  });
}

interface ChoiceTitlesOptions
  extends Pick<FieldInputProps, 'name' | 'row'>,
    Pick<OptionPagesOptions, 'to' | 'tree' | 'reference'> {
  /** Keys of the present value. */
  readonly keys: readonly number[];
  readonly pages: ReturnType<typeof useOptionPages>;
}

/** Titles of the options found and of the present value, by key; those that no page holds are looked up. */
function useChoiceTitles({ to, name, row, tree, keys, reference, pages }: ChoiceTitlesOptions) {
  const found = flatten(pages.data?.pages.flatMap(rowsOf) ?? [], tree ? row?.id : undefined);
  const choices = new Map<number, string>();
  const carried = relationObject(row, name);
  if (carried && typeof carried.id === 'number') choices.set(carried.id, relatedTitle(to, carried));
  for (const { row: one, depth } of found) {
    choices.set(one.id, `${'　'.repeat(depth)}${optionLabelOfRelatedRow(to, one)}`);
  }
  const unknown = keys.filter((key) => !choices.has(key));
  const named = useReferencedRowsByKey(to, unknown, reference);
  for (const { row: one } of flatten(named.data ? rowsOf(named.data) : [], undefined)) {
    if (!choices.has(one.id)) choices.set(one.id, optionLabelOfRelatedRow(to, one));
  }
  return { choices, shown: new Set(found.map((one) => one.row.id)), isLooking: named.isFetching };
}

/** Chooses rows of another resource, searched on the server page by page. */
export function RemoteSelect(props: RemoteSelectProps) {
  const { field, name, value, onChange, of, row, placeholder, tree = false } = props;
  const several = props.several ?? holdsSeveralValues(field);
  const to = String(field.options.to);
  const reference = referenceFieldParamOfOptionsCall(field, name, of);
  const [open, setOpen] = useState(false);
  const [typing, setTyped] = useState('');
  const typed = useValueAfterComposition(typing);

  const chosenAmong = {
    ...reference,
    ...citationDayParamOfOptionsCall(field, props.values),
    ...searchParamForRowOfLifecycleMove(field, row),
  };
  const pages = useOptionPages({ to, tree, reference: chosenAmong, typed, open });
  const keys = (Array.isArray(value) ? value : value === null || value === undefined || value === '' ? [] : [value])
    .map(Number)
    .filter((key) => key > 0);
  const { choices, shown, isLooking } = useChoiceTitles({ to, name, row, tree, keys, reference, pages });
  const options: Choice[] = [...choices].map(([key, label]) => ({ value: key, label }));
  const loadMore = (event: UIEvent<HTMLDivElement>) => {
    const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
    if (scrollTop + clientHeight > scrollHeight - 32 && pages.hasNextPage && !pages.isFetching)
      void pages.fetchNextPage();
  };

  // while a search is running, the highlighted option is of the previous search: Enter does not choose it
  const holdEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !open || !pages.isPlaceholderData) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <span style={boxless} onKeyDownCapture={holdEnter}>
      <Select<number | number[], Choice>
        {...controlProps(props)}
        aria-label={props['aria-label']}
        style={wide}
        mode={several ? 'multiple' : undefined}
        value={several ? keys : keys[0]}
        options={open ? options.filter((one) => shown.has(one.value)) : options}
        // a row without a known title is shown by its number
        labelRender={({ value: key }) =>
          (choices.get(Number(key)) ?? (isLooking ? '…' : `#${String(key)}`)).replace(treeGlyphs, '')
        }
        placeholder={placeholder ?? translate(texts.search)}
        allowClear={antdAllowClearWithTranslatedLabel()}
        loading={pages.isFetching || isLooking}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        notFoundContent={translate(pages.isError ? texts.failed : pages.isFetching ? texts.loading : texts.none)}
        onPopupScroll={loadMore}
        onOpenChange={(next) => {
          setOpen(next);
          if (!next) setTyped('');
        }}
        onChange={(next) => onChange(next ?? (several ? [] : null))}
      />
    </span>
  );
}
