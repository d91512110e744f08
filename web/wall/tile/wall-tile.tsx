import type { ReactNode } from 'react';
import { useId } from 'react';
import { isFeed, type WallPanel } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { formatAgeOfLiveFigures } from '#web/cell/format/age-of-live-figures-format.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { useWallSecond } from '../feed/wall-clock.ts';
import { useFeedAnswer, useWall } from '../feed/wall-context.ts';
import { wallScreenTexts } from '../feed/wall-screen-texts.ts';

/** Properties of a component that draws a panel. */
export interface PanelTileProps {
  readonly panel: WallPanel;
}

interface TileFrameProps extends PanelTileProps {
  /** Right of the title: a sum, a switch. */
  extra?: ReactNode;
  children: ReactNode;
}

/** Name of the feed of a panel: its own feed, or the panel's name. */
export const feedNameOf = ({ name, shows }: WallPanel): string => (isFeed(shows) ? shows.name : name);

/** The last answer of a feed, its age in seconds, and whether it is stale. */
export function useFeedFreshness(name: string) {
  const now = useWallSecond();
  const { feed, feeds, at } = useWall();
  const snapshot = useFeedAnswer(name);
  const declared = feeds.get(name);
  const age = snapshot ? now - snapshot.answer.asof : 0;
  // A past moment does not become stale.
  const stale =
    at === undefined && snapshot !== undefined && (feed.lost !== undefined || age > (declared?.every ?? 60) * 2);
  return { snapshot, age, stale, source: declared?.source };
}

/** A tile of the wall. It shows the source and age of its figures; stale ones hatch its edge. */
export function Tile({ panel, extra, children }: TileFrameProps) {
  const { name, label: title } = panel;
  const t = useText();
  const id = useId();
  const { at } = useWall();
  const { snapshot, age, stale, source } = useFeedFreshness(feedNameOf(panel));
  const present = at !== undefined && !isFeed(panel.shows);
  const state = !snapshot ? 'reading' : stale ? 'stale' : snapshot.answer.state;
  return (
    <section
      className="wall-tile"
      data-tile={name}
      data-state={state}
      aria-labelledby={id}
      aria-busy={!snapshot}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move from tile to tile
      tabIndex={0}
    >
      <header className="wall-tile-head">
        <h2 id={id}>
          {t(title)}
          {currentLocale() === 'zh-cn' ? (
            <small lang="en" aria-hidden="true">
              {title.en}
            </small>
          ) : null}
        </h2>
        {extra}
        <p className="wall-age">
          {stale ? <strong>{t(wallScreenTexts.stale)}</strong> : null}
          {present ? (
            <strong>{t(wallScreenTexts.notReplayed)}</strong>
          ) : snapshot ? (
            <>
              <span>{formatAgeOfLiveFigures(age, currentLocale())}</span>
              {source ? <span>{t(source)}</span> : null}
            </>
          ) : (
            <span>{t(wallScreenTexts.reading)}</span>
          )}
        </p>
      </header>
      <div className="wall-tile-body">{children}</div>
    </section>
  );
}
