import { Button } from 'antd';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { PositionInList, PreviousNextControls } from '#web/resource/previous-and-next-in-list.ts';

export const previousNextTexts = {
  previous: text('上一条', 'Previous'),
  next: text('下一条', 'Next'),
  byKey: text('{label}（{key}）', '{label} ({key})'),
  place: text('{at} / {total}', '{at} / {total}'),
  about: text('{at} / 约 {total}', '{at} / about {total}'),
  follows: text('下一条：{place}', 'Next: {place}'),
  left: text('余 {total} 条', '{total} left'),
};

/** Position of a record in its list; once it has left the list, the position of the next one. */
function placeText({ at, nextAt, total, estimated }: PositionInList): string {
  const formatPlace = (place: number) =>
    translate(estimated ? previousNextTexts.about : previousNextTexts.place, { at: place, total });
  if (at !== undefined) return formatPlace(at);
  return nextAt === undefined
    ? translate(previousNextTexts.left, { total })
    : translate(previousNextTexts.follows, { place: formatPlace(nextAt) });
}

/** Buttons to the previous and next record, with the position in the list. */
export function PreviousNextButtons({ walk: { place, step } }: { walk: PreviousNextControls }) {
  const { hasPrevious, hasNext } = place;
  const previous = translate(previousNextTexts.byKey, { label: translate(previousNextTexts.previous), key: 'K' });
  const next = translate(previousNextTexts.byKey, { label: translate(previousNextTexts.next), key: 'J' });
  return (
    <span className="xj-record-steps">
      <Button
        type="text"
        size="small"
        disabled={!hasPrevious}
        aria-label={previous}
        title={previous}
        onClick={() => step(-1)}
      >
        ↑
      </Button>
      <span className="xj-record-place" role="status">
        {placeText(place)}
      </span>
      <Button type="text" size="small" disabled={!hasNext} aria-label={next} title={next} onClick={() => step(1)}>
        ↓
      </Button>
    </span>
  );
}
