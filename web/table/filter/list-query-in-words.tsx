import { Fragment } from 'react';
import type { Condition } from '#kernel/declaration/filter.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { ListQuery } from '#kernel/list/list-query-in-address.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { ownWorkConditions } from '#web/resource/change-list-query.ts';
import { FilterConditionInWords } from './filter-condition-in-words.tsx';
import { ownWorkTexts } from './own-work-filter-texts.ts';
import './filter-bar.css';

const texts = {
  all: text('全部记录', 'All records'),
  keyword: text('查找“{keyword}”', 'Search “{keyword}”'),
  or: text('或', 'or'),
};

const keyOf = ({ field, operator, value }: Condition): string => `${field} ${operator} ${value}`;

/** Which rows a query selects, in words: what the chips above the list say, for pages that only show a query. */
export function ListQueryInWords({ resource, query }: { readonly resource: AnyResource; readonly query: ListQuery }) {
  const { conditions, anyOf = [], keyword } = query;
  const own = ownWorkConditions.filter((one) => query[one]);
  if (conditions.length + anyOf.length + own.length === 0 && !keyword) return <>{translate(texts.all)}</>;
  const chip = (condition: Condition) => <FilterConditionInWords resource={resource} condition={condition} />;
  return (
    <span className="xj-filter-bar">
      {keyword && <span className="xj-chip xj-chip-body">{translate(texts.keyword, { keyword })}</span>}
      {own.map((one) => (
        <span key={one} className="xj-chip xj-chip-body">
          {translate(ownWorkTexts[one])}
        </span>
      ))}
      {conditions.map((one) => (
        <span key={keyOf(one)} className="xj-chip xj-chip-body">
          {chip(one)}
        </span>
      ))}
      {anyOf.map((group) => (
        <span key={group.map(keyOf).join()} className="xj-chip xj-chip-body">
          {group.map((one, at) => (
            <Fragment key={keyOf(one)}>
              {at > 0 && ` ${translate(texts.or)} `}
              {chip(one)}
            </Fragment>
          ))}
        </span>
      ))}
    </span>
  );
}
