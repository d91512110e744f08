import { lazy, Suspense } from 'react';
import { text } from '#kernel/text.ts';
import { speak } from '#web/i18n/locale.ts';
import { defaultLimit, type ListQuery, pageSizes, withPage } from '#web/resource/list-query.ts';
import { useIsPhone } from '#web/theme/use-media.ts';

const words = {
  total: text('共 {total} 条', '{total} in total'),
  about: text('约 {total} 条', 'about {total}'),
  label: text('分页', 'Pagination'),
};

export interface ListPagerProps {
  readonly query: ListQuery;
  readonly total: number;
  readonly estimated: boolean;
  readonly shown: number;
  /** There are no pages: only how many rows there are is said. */
  readonly endless?: boolean;
  onChange(query: ListQuery): void;
}

/** The rows are what one waits for: numbers, jumper and page size come behind them. */
const Pagination = lazy(() => import('#web/table/page-numbers.ts'));

/** Pages of a list. A total too dear to count is said to be an estimate; a full page then has at least one after it. */
export function ListPager({ query, total, estimated, shown, endless = false, onChange }: ListPagerProps) {
  const phone = useIsPhone();
  const page = query.page ?? 1;
  const limit = query.limit ?? defaultLimit;
  const known = estimated ? Math.max(total, (page - 1) * limit + shown + (shown === limit ? 1 : 0)) : total;
  const sizes = [...new Set([...pageSizes, limit])].sort((one, other) => one - other);
  if (endless)
    return (
      <p className="xj-pager">
        {speak(estimated ? words.about : words.total, { total: total.toLocaleString('en-US') })}
      </p>
    );
  return (
    <nav className="xj-pager" aria-label={speak(words.label)}>
      <Suspense fallback={null}>
        <Pagination
          current={page}
          pageSize={limit}
          total={known}
          simple={phone}
          showSizeChanger={!phone}
          showQuickJumper={!phone && known > limit}
          pageSizeOptions={sizes}
          showTotal={() => speak(estimated ? words.about : words.total, { total: total.toLocaleString('en-US') })}
          onChange={(next, size) => onChange(withPage(query, next, size))}
        />
      </Suspense>
    </nav>
  );
}
