import { formatAgeOfLiveFigures } from '#web/cell/format/age-of-live-figures-format.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import type { FeedState } from '#web/wall/feed/feed-poller.ts';
import { formatWallTime } from '#web/wall/feed/format-wall-time.ts';
import { useWallSecond } from '#web/wall/feed/wall-clock.ts';
import { wallScreenTexts } from '#web/wall/feed/wall-screen-texts.ts';

/** Banner: the connection is lost, the age of the figures, and the time of the next attempt. */
export function ConnectionLostBanner({ feed, onRetry }: { feed: FeedState; onRetry: () => void }) {
  const t = useText();
  const now = useWallSecond();
  if (!feed.lost) return null;
  const left = Math.ceil((feed.lost.retryAt - Date.now()) / 1000);
  const newest = Math.max(...Object.values(feed.panels).map((one) => one.answer.asof));
  return (
    <div className="wall-banner" role="alert">
      <strong>
        {Number.isFinite(newest)
          ? t(wallScreenTexts.lost, {
              time: formatWallTime(newest),
              age: formatAgeOfLiveFigures(now - newest, currentLocale()),
            })
          : t(wallScreenTexts.lostEmpty)}
      </strong>
      <span aria-live="off">{left > 0 ? t(wallScreenTexts.retryIn, { n: left }) : t(wallScreenTexts.retrying)}</span>
      <button type="button" onClick={onRetry}>
        {t(wallScreenTexts.retry)}
      </button>
    </div>
  );
}
