import { Button } from 'antd';
import { text } from '#kernel/text.ts';
import { speak } from '#web/i18n/locale.ts';
import type { Way } from '#web/resource/walk.ts';

export const stepWords = {
  previous: text('上一条（K）', 'Previous (K)'),
  next: text('下一条（J）', 'Next (J)'),
  place: text('{at} / {total}', '{at} / {total}'),
  about: text('{at} / 约 {total}', '{at} / about {total}'),
};

/** The record before and the one after, and which one of the list this is. */
export function StepButtons({ walk: { place, step } }: { walk: Way }) {
  const { at, total, estimated, hasPrevious, hasNext } = place;
  return (
    <span className="xj-record-steps">
      <Button
        type="text"
        size="small"
        disabled={!hasPrevious}
        aria-label={speak(stepWords.previous)}
        title={speak(stepWords.previous)}
        onClick={() => step(-1)}
      >
        ↑
      </Button>
      <span className="xj-record-place" role="status">
        {speak(estimated ? stepWords.about : stepWords.place, { at: at ?? '–', total })}
      </span>
      <Button
        type="text"
        size="small"
        disabled={!hasNext}
        aria-label={speak(stepWords.next)}
        title={speak(stepWords.next)}
        onClick={() => step(1)}
      >
        ↓
      </Button>
    </span>
  );
}
