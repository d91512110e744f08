import { useText } from '#web/i18n/locale.ts';
import type { FeedState } from '#web/wall/feed/feed-poller.ts';
import { formatWallTime } from '#web/wall/feed/format-wall-time.ts';
import { useWallSecond } from '#web/wall/feed/wall-clock.ts';
import { wallTexts } from '#web/wall/feed/wall-texts.ts';

/** Banner: the connection is lost, the age of the figures, and the time of the next attempt. */
export function ConnectionLostBanner({ feed, onRetry }: { feed: FeedState; onRetry: () => void }) {
  const t = useText();
  useWallSecond();
  if (!feed.lost) return null;
  const left = Math.ceil((feed.lost.retryAt - Date.now()) / 1000);
  const times = Object.values(feed.panels).map((one) => one.answer.asof);
  return (
    <div className="wall-banner" role="alert">
      <strong>
        {times.length > 0 ? t(wallTexts.lost, { time: formatWallTime(Math.max(...times)) }) : t(wallTexts.lostEmpty)}
      </strong>
      <span aria-live="off">{left > 0 ? t(wallTexts.retryIn, { n: left }) : t(wallTexts.retrying)}</span>
      <button type="button" onClick={onRetry}>
        {t(wallTexts.retry)}
      </button>
    </div>
  );
}
