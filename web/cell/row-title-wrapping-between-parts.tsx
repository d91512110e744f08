import { Fragment } from 'react';
import './style/cell.css';

/** The title of a row, whose parts do not break at the end of a line: dates and numbers stay whole. */
export function RowTitleWrappingBetweenParts({ heading }: { heading: string }) {
  const parts = heading.split(' · ');
  return parts.map((part, at) => (
    <Fragment key={parts.slice(0, at + 1).join(' · ')}>
      {at > 0 && ' '}
      <span className="xj-heading-part">{at > 0 ? `· ${part}` : part}</span>
    </Fragment>
  ));
}
