import { Button } from 'antd';
import { text } from '#kernel/text.ts';
import { speak } from '#web/i18n/locale.ts';
import type { WalkPlace, Way } from '#web/resource/walk.ts';

export const stepWords = {
  previous: text('上一条', 'Previous'),
  next: text('下一条', 'Next'),
  byKey: text('{label}（{key}）', '{label} ({key})'),
  place: text('{at} / {total}', '{at} / {total}'),
  about: text('{at} / 约 {total}', '{at} / about {total}'),
  follows: text('下一条：{place}', 'Next: {place}'),
  left: text('余 {total} 条', '{total} left'),
};

/** Where a record stands; once what was done has taken it out of the list, how that goes on. */
function placeWords({ at, nextAt, total, estimated }: WalkPlace): string {
  const said = (place: number) => speak(estimated ? stepWords.about : stepWords.place, { at: place, total });
  if (at !== undefined) return said(at);
  return nextAt === undefined ? speak(stepWords.left, { total }) : speak(stepWords.follows, { place: said(nextAt) });
}

/** The record before and the one after, and which one of the list this is. */
export function StepButtons({ walk: { place, step } }: { walk: Way }) {
  const { hasPrevious, hasNext } = place;
  const previous = speak(stepWords.byKey, { label: speak(stepWords.previous), key: 'K' });
  const next = speak(stepWords.byKey, { label: speak(stepWords.next), key: 'J' });
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
        {placeWords(place)}
      </span>
      <Button type="text" size="small" disabled={!hasNext} aria-label={next} title={next} onClick={() => step(1)}>
        ↓
      </Button>
    </span>
  );
}
