import { useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { RecoveringBoundary } from '#web/error/recovering-boundary.tsx';
import { useText } from '#web/i18n/locale.ts';
import { AreaTile } from './area-tile.tsx';
import { AuditTile } from './audit-tile.tsx';
import { AwaitedStrip } from './awaited-strip.tsx';
import { CutBanner } from './cut-banner.tsx';
import { MapTile } from './map-tile.tsx';
import { NewestTile } from './newest-tile.tsx';
import { OverviewTile } from './overview-tile.tsx';
import type { RowsBehind } from './rows-behind.ts';
import { RowsSheet } from './rows-sheet.tsx';
import { TypeTile } from './type-tile.tsx';
import { useArrivals } from './use-arrivals.ts';
import { useFeed, useTextSize } from './use-feed.ts';
import { useWallKeys } from './use-wall-keys.ts';
import { type Wall, WallContext } from './wall-context.ts';
import { WallHeader } from './wall-header.tsx';
import { WallPart } from './wall-part.tsx';
import { useWallSettings } from './wall-settings.ts';
import { words } from './wall-words.ts';
import './wall.css';
import './tile.css';
import './tiles.css';
import './lists.css';
import './sheet.css';
// Last: the shape of the wall decides over what stands above.
import './shape.css';

/** The wall screen, at /admin/largedatascreen and /admin/screendata: one page of real pixels, whatever the wall. */
export default function WallScreen() {
  const say = useText();
  const [address, setAddress] = useSearchParams();
  const area = address.get('area') ?? undefined;
  const { theme, calm } = useWallSettings();
  const { state, feed } = useFeed(area);
  const [rows, setRows] = useState<RowsBehind>();
  const [sheet, setSheet] = useState<HTMLDivElement | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const textSize = useTextSize(sheet);
  const { arrived, rings } = useArrivals(state.panels.newest?.answer);

  const goTo = useCallback(
    (code: string | undefined) =>
      setAddress((now) => {
        if (code) now.set('area', code);
        else now.delete('area');
        return now;
      }),
    [setAddress],
  );
  const shown = state.panels.enterprise?.answer.area;
  const goUp = useCallback(() => {
    const above = shown?.path.at(-1);
    if (area && above) goTo(above.code);
  }, [area, shown, goTo]);
  useWallKeys(root, goUp);

  const wall = useMemo<Wall>(
    () => ({ theme, calm, textSize, feed: state, openRows: setRows, goTo }),
    [theme, calm, textSize, state, goTo],
  );

  return (
    <WallContext.Provider value={wall}>
      <div className="wall" ref={root} data-theme={theme} data-calm={calm ? '' : undefined}>
        <div className="wall-page" ref={setSheet}>
          <RecoveringBoundary fallback={() => <header className="wall-head" />}>
            <WallHeader />
          </RecoveringBoundary>
          <CutBanner feed={state} onRetry={() => feed.retryNow()} />
          {state.refused ? (
            <div className="wall-refused" role="alert">
              <p>{say(words.refused, { why: state.refused.message })}</p>
              <button type="button" className="wall-button" onClick={() => goTo(undefined)}>
                {say(words.back)}
              </button>
            </div>
          ) : (
            <main className="wall-grid" aria-description={say(words.keys)}>
              <WallPart name="overview" title={words.overview}>
                <OverviewTile />
              </WallPart>
              <WallPart name="types" title={words.types}>
                <TypeTile />
              </WallPart>
              <WallPart name="areas" title={words.areas}>
                <AreaTile />
              </WallPart>
              <WallPart name="map" title={words.map}>
                <MapTile arrivals={rings} />
              </WallPart>
              <WallPart name="audit" title={words.audit}>
                <AuditTile />
              </WallPart>
              <WallPart name="newest" title={words.newest}>
                <NewestTile arrived={arrived} />
              </WallPart>
              <AwaitedStrip />
            </main>
          )}
          <RecoveringBoundary fallback={() => null}>
            <RowsSheet rows={rows} onClose={() => setRows(undefined)} />
          </RecoveringBoundary>
        </div>
      </div>
    </WallContext.Provider>
  );
}
