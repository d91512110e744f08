import type { CSSProperties, ReactNode } from 'react';
import type { Panel } from '#kernel/panel.ts';
import type { AwaitedPanel } from '#modules/screen/contract/awaited.ts';
import { useText } from '#web/i18n/locale.ts';
import { StripCell } from '#web/wall/shown-tile.tsx';
import { words } from '#web/wall/wall-words.ts';

/** Panels too small for a column, and those whose source does not exist yet: with the shape of what will stand there and nothing more. */
export function FootStrip({ panels, awaited }: { panels: readonly Panel[]; awaited: readonly AwaitedPanel[] }) {
  const say = useText();
  return (
    <section
      className="wall-awaited"
      aria-label={say(words.awaited)}
      style={{ '--cells': panels.length + awaited.length } as CSSProperties}
    >
      {panels.map((panel) => (
        <StripCell key={panel.name} panel={panel} />
      ))}
      {awaited.map((panel) => (
        <article
          key={panel.name}
          data-tile={panel.name}
          data-state="awaited"
          aria-label={`${say(panel.label)}：${say(words.pending, { every: everyText(panel.every, say) })}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys go from tile to tile
          tabIndex={0}
        >
          <header>
            <h2>{say(panel.label)}</h2>
            <span className="wall-tag">{say(words.noSource)}</span>
          </header>
          <svg viewBox="0 0 120 40" preserveAspectRatio="xMidYMid meet" aria-hidden="true">
            {figures[panel.figure]}
          </svg>
          <p className="wall-shows">{say(panel.shows)}</p>
          <p className="wall-feed">{say(words.fedBy, { feed: say(panel.feed) })}</p>
        </article>
      ))}
    </section>
  );
}

function everyText(seconds: number, say: ReturnType<typeof useText>): string {
  if (seconds < 60) return say(words.second, { n: seconds });
  return seconds < 3600 ? say(words.minute, { n: seconds / 60 }) : say(words.hour, { n: seconds / 3600 });
}

const axes = <path d="M8 2V36H114" />;

/** What sort of picture will stand there, without a single value: frames, axes and grids only. */
const figures: Readonly<Record<AwaitedPanel['figure'], ReactNode>> = {
  curve: (
    <>
      {axes}
      <path className="hint" d="M12 30C30 28 34 14 52 16S76 30 90 22S106 10 112 12" />
    </>
  ),
  bars: (
    <>
      <path d="M8 2V38" />
      <path className="hint" d="M12 7H92M12 15H74M12 23H58M12 31H40" />
    </>
  ),
  columns: (
    <>
      {axes}
      <path className="hint" d="M20 34V22M34 34V16M48 34V26M62 34V12M76 34V20M90 34V24M104 34V15" />
    </>
  ),
  ring: (
    <>
      <circle cx="60" cy="20" r="17" />
      <circle className="hint" cx="60" cy="20" r="11" />
    </>
  ),
  gauge: (
    <>
      <path d="M36 34A24 24 0 0 1 84 34" />
      <path className="hint" d="M60 34L60 16M42 34A18 18 0 0 1 78 34" />
    </>
  ),
  flow: (
    <>
      <circle cx="20" cy="20" r="7" />
      <circle cx="60" cy="20" r="7" />
      <circle cx="100" cy="20" r="7" />
      <path className="hint" d="M29 20H51M69 20H91" />
    </>
  ),
  cells: (
    <>
      <path d="M20 4H100V36H20ZM20 14.7H100M20 25.3H100M40 4V36M60 4V36M80 4V36" />
      <path className="hint" d="M24 9.3H36M44 20H56M64 30.6H76" />
    </>
  ),
  track: (
    <>
      <path d="M6 32C28 32 30 10 54 12S84 32 114 10" />
      <path className="hint" d="M6 37C30 37 34 15 54 17S84 37 114 15" />
    </>
  ),
};
