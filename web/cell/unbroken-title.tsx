import { Fragment } from 'react';
import './style/cell.css';

/** What a row is called, part by part: a day or a number of people is not broken at the end of a line. */
export function UnbrokenTitle({ heading }: { heading: string }) {
  const parts = heading.split(' · ');
  return parts.map((part, at) => (
    <Fragment key={parts.slice(0, at + 1).join(' · ')}>
      {at > 0 && ' '}
      <span className="xj-heading-part">{at > 0 ? `· ${part}` : part}</span>
    </Fragment>
  ));
}
