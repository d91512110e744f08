import type { ReactNode } from 'react';
import { useId } from 'react';
import type { Text } from '#kernel/text.ts';
import { type PanelName, panelIntervals, panelSources } from '#modules/screen/contract/panel.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { useSecond } from './wall-clock.ts';
import { usePanel, useWall } from './wall-context.ts';
import { ageText } from './wall-time.ts';
import { words } from './wall-words.ts';

interface TileProps {
  name: string;
  title: Text;
  panel: PanelName;
  /** Right of the title: a sum, a switch. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The last answer of a panel, its age in seconds, and whether it is too old to be shown silently. */
export function useFreshness<P extends PanelName>(panel: P) {
  const now = useSecond();
  const { feed } = useWall();
  const snapshot = usePanel(panel);
  const age = snapshot ? now - snapshot.answer.asof : 0;
  const stale = snapshot !== undefined && (feed.lost !== undefined || age > panelIntervals[panel] * 2);
  return { snapshot, age, stale };
}

/** A sheet of the wall. It says where its figures come from and how old they are; old ones hatch its edge. */
export function Tile({ name, title, panel, aside, children }: TileProps) {
  const say = useText();
  const id = useId();
  const { snapshot, age, stale } = useFreshness(panel);
  const state = !snapshot ? 'reading' : stale ? 'stale' : snapshot.answer.state;
  return (
    <section
      className="wall-tile"
      data-tile={name}
      data-state={state}
      aria-labelledby={id}
      aria-busy={!snapshot}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys go from tile to tile
      tabIndex={0}
    >
      <header className="wall-tile-head">
        <h2 id={id}>
          {say(title)}
          {currentLocale() === 'zh-cn' ? (
            <small lang="en" aria-hidden="true">
              {title.en}
            </small>
          ) : null}
        </h2>
        {aside}
        <p className="wall-age">
          {stale ? <strong>{say(words.stale)}</strong> : null}
          {snapshot ? (
            <>
              <span>{ageText(age, currentLocale())}</span>
              <span>{say(panelSources[snapshot.answer.source])}</span>
            </>
          ) : (
            <span>{say(words.reading)}</span>
          )}
        </p>
      </header>
      <div className="wall-tile-body">{children}</div>
    </section>
  );
}
