import { Button } from 'antd';
import { type FormEvent, useState } from 'react';
import type { ListQuery } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { defaultLimit, pageSizes, withPage } from '#web/resource/change-filters-order-and-page-of-list-query.ts';
import { LazyDropdown } from '#web/table/popup/lazy-popup-buttons.tsx';
import { pageNumbers } from '#web/table/rows/page-numbers.ts';
import { useIsPhone } from '#web/theme/use-media-query.ts';

const texts = {
  total: text('共 {total} 条', '{total} in total'),
  about: text('约 {total} 条', 'about {total}'),
  label: text('分页', 'Pagination'),
  before: text('上一页', 'Previous page'),
  after: text('下一页', 'Next page'),
  page: text('第 {n} 页', 'Page {n}'),
  size: text('{n} 条/页', '{n} per page'),
  go: text('跳至', 'Go to page'),
  unit: text('页', ''),
};

interface ListPagerProps {
  readonly query: ListQuery;
  readonly total: number;
  readonly estimated: boolean;
  readonly shown: number;
  /** Endless scrolling: only the number of rows is shown. */
  readonly endless?: boolean;
  onChange(query: ListQuery): void;
}

/**
 * The pager of a list. A total that is too expensive to count is shown as an estimate; a full page then has a next
 * one.
 */
export function ListPageNavigation({ query, total, estimated, shown, endless = false, onChange }: ListPagerProps) {
  const phone = useIsPhone();
  const page = query.page ?? 1;
  const limit = query.limit ?? defaultLimit;
  const rowCount = estimated ? Math.max(total, (page - 1) * limit + shown + (shown === limit ? 1 : 0)) : total;
  const last = Math.max(1, Math.ceil(rowCount / limit), page);
  const totalText = translate(estimated ? texts.about : texts.total, { total: total.toLocaleString('en-US') });
  if (endless) return <p className="xj-pager">{totalText}</p>;
  const go = (next: number) => onChange(withPage(query, next, limit));
  const step = (label: string, sign: string, next: number) => (
    <Button type="text" aria-label={label} disabled={next < 1 || next > last} onClick={() => go(next)}>
      {sign}
    </Button>
  );
  const sizes = [...new Set([...pageSizes, limit])].sort((one, other) => one - other);
  return (
    <nav className="xj-pager" aria-label={translate(texts.label)}>
      <span className="xj-pager-total">{totalText}</span>
      {step(translate(texts.before), '‹', page - 1)}
      {phone ? (
        <span className="xj-pager-here">
          {page} / {last}
        </span>
      ) : (
        pageNumbers(page, last).map((one, at) =>
          one === 0 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: at most two, which have nothing but their place
            <span key={`left out ${at}`}>…</span>
          ) : (
            <Button
              key={one}
              type={one === page ? 'default' : 'text'}
              aria-label={translate(texts.page, { n: one })}
              aria-current={one === page ? 'page' : undefined}
              onClick={() => go(one)}
            >
              {one}
            </Button>
          ),
        )
      )}
      {step(translate(texts.after), '›', page + 1)}
      {!phone && (
        <LazyDropdown
          menu={{
            selectable: true,
            selectedKeys: [String(limit)],
            items: sizes.map((size) => ({ key: String(size), label: translate(texts.size, { n: size }) })),
            onClick: ({ key }) => onChange(withPage(query, page, Number(key))),
          }}
        >
          <Button aria-haspopup="menu">{translate(texts.size, { n: limit })} ▾</Button>
        </LazyDropdown>
      )}
      {!phone && last > 1 && <PageJump last={last} onGo={go} />}
    </nav>
  );
}

function PageJump({ last, onGo }: { readonly last: number; onGo(page: number): void }) {
  const [typed, setTyped] = useState('');
  const jump = (event: FormEvent) => {
    event.preventDefault();
    const wanted = Number.parseInt(typed, 10);
    setTyped('');
    if (wanted > 0) onGo(Math.min(wanted, last));
  };
  return (
    <form onSubmit={jump}>
      <label>
        {translate(texts.go)}
        <input inputMode="numeric" maxLength={7} value={typed} onChange={(event) => setTyped(event.target.value)} />
        {translate(texts.unit)}
      </label>
    </form>
  );
}
