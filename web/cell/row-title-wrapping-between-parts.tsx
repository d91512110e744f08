import { Fragment } from 'react';
import './style/cell.css';

/**
 * The title of a row, whose parts do not break at the end of a line: dates and numbers stay whole. The dot between two
 * parts ends a line, and never begins one.
 */
export function RowTitleWrappingBetweenParts({ heading }: { heading: string }) {
  const parts = heading.split(' · ');
  return parts.map((part, at) => (
    <Fragment key={parts.slice(0, at + 1).join(' · ')}>
      {at > 0 && ' '}
      <span className="xj-heading-part">{at < parts.length - 1 ? `${part} ·` : part}</span>
    </Fragment>
  ));
}
