import { useText } from '#web/i18n/locale.ts';
import type { FeedState } from '#web/wall/panel-feed.ts';
import { useSecond } from '#web/wall/wall-clock.ts';
import { wallTexts } from '#web/wall/wall-texts.ts';
import { clockTime } from '#web/wall/wall-time.ts';

/** Says that the line is cut, how old the figures are, and when it is tried again. */
export function CutBanner({ feed, onRetry }: { feed: FeedState; onRetry: () => void }) {
  const say = useText();
  useSecond();
  if (!feed.lost) return null;
  const left = Math.ceil((feed.lost.retryAt - Date.now()) / 1000);
  const times = Object.values(feed.panels).map((one) => one.answer.asof);
  return (
    <div className="wall-banner" role="alert">
      <strong>
        {times.length > 0 ? say(wallTexts.lost, { time: clockTime(Math.max(...times)) }) : say(wallTexts.lostEmpty)}
      </strong>
      <span aria-live="off">{left > 0 ? say(wallTexts.retryIn, { n: left }) : say(wallTexts.retrying)}</span>
      <button type="button" onClick={onRetry}>
        {say(wallTexts.retry)}
      </button>
    </div>
  );
}
