import type { CSSProperties } from 'react';
import type { WallPanel } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { useText } from '#web/i18n/locale.ts';
import { wallScreenTexts } from '#web/wall/feed/wall-screen-texts.ts';
import { TileInBottomStrip } from '#web/wall/tile/generic-tile-for-panel-without-module-tile.tsx';

/** Strip at the bottom for panels too small for a column; nothing without such panels. */
export function BottomStripOfSmallPanels({ panels }: { panels: readonly WallPanel[] }) {
  const t = useText();
  if (panels.length === 0) return null;
  return (
    <section
      className="wall-strip"
      aria-label={t(wallScreenTexts.strip)}
      style={{ '--cells': panels.length } as CSSProperties}
    >
      {panels.map((panel) => (
        <TileInBottomStrip key={panel.name} panel={panel} />
      ))}
    </section>
  );
}
