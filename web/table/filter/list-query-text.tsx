import { Fragment, type ReactNode } from 'react';
import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { ListQuery } from '#kernel/list/list-query-in-url.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { ownWorkConditions } from '#web/resource/change-filters-order-and-page-of-list-query.ts';
import { FilterConditionText } from './filter-condition-text.tsx';
import { ownWorkTexts } from './own-work-filter-texts.ts';
import './quick-search-filters-grouping-and-saved-views-bar.css';

const texts = {
  all: text('全部记录', 'All records'),
  keyword: text('查找“{keyword}”', 'Search “{keyword}”'),
  or: text('或', 'or'),
};

const keyOf = ({ field, operator, value }: Condition): string => `${field} ${operator} ${value}`;

/** Which rows a query selects, in words: what the chips above the list say, for pages that only show a query. */
export function ListQueryText({ resource, query }: { readonly resource: AnyResource; readonly query: ListQuery }) {
  const { conditions, anyOf = [], keyword } = query;
  const own = ownWorkConditions.filter((one) => query[one]);
  if (conditions.length + anyOf.length + own.length === 0 && !keyword) return <>{translate(texts.all)}</>;
  const written = (condition: Condition) => <FilterConditionText resource={resource} condition={condition} />;
  return (
    <span className="xj-filter-bar">
      {keyword && <Chip>{translate(texts.keyword, { keyword })}</Chip>}
      {own.map((one) => (
        <Chip key={one}>{translate(ownWorkTexts[one])}</Chip>
      ))}
      {conditions.map((one) => (
        <Chip key={keyOf(one)}>{written(one)}</Chip>
      ))}
      {anyOf.map((group) => (
        <Chip key={group.map(keyOf).join()}>
          {group.map((one, at) => (
            <Fragment key={keyOf(one)}>
              {at > 0 && ` ${translate(texts.or)} `}
              {written(one)}
            </Fragment>
          ))}
        </Chip>
      ))}
    </span>
  );
}

/** The frame is a row of boxes, which drops the spaces between words: these are in one box. */
const Chip = ({ children }: { readonly children: ReactNode }) => (
  <span className="xj-chip">
    <span className="xj-chip-body">{children}</span>
  </span>
);
