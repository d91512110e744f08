import { type ReactNode, useId } from 'react';
import { country, type PanelArea, type WallPanel } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { formatAgeOfLiveFigures } from '#web/cell/format/age-of-live-figures-format.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import type { ClusterMapProps } from '#web/map/cluster/cluster-map-props.ts';
import { ClusterMap } from '#web/map/cluster/lazy-cluster-map.tsx';
import { useWall } from '../feed/wall-context.ts';
import { wallScreenTexts } from '../feed/wall-screen-texts.ts';
import { feedNameOf, useFeedFreshness } from './wall-tile.tsx';

interface WallMapProps
  extends Pick<
    ClusterMapProps,
    'points' | 'tones' | 'values' | 'onOpen' | 'onClasses' | 'pulses' | 'flows' | 'overlays'
  > {
  readonly panel: WallPanel;
  /** The area shown; undefined before the first answer. */
  readonly area: PanelArea | undefined;
  readonly state: string;
  /** The division that is drawn, if it is not the area of the figures, and what a click on one below it does. */
  readonly drawn?: { readonly code: string };
  /** Title of the map. Default: the area. */
  readonly title?: string;
  readonly onDivision?: (code: string) => void;
  /** Legend, above the age of the figures. */
  readonly legend: ReactNode;
  /** Note about rows that are not on the map. */
  readonly note?: string | undefined;
}

/** The map in the middle of the wall: a click enters a division, the path above leaves it. */
export function WallMap({ panel, area, state, drawn, title, onDivision, legend, note, ...map }: WallMapProps) {
  const t = useText();
  const id = useId();
  const { theme, calm, textSize, goTo } = useWall();
  const { age, stale, source } = useFeedFreshness(feedNameOf(panel));
  return (
    <section
      className="wall-map"
      data-tile={panel.name}
      data-state={state}
      aria-labelledby={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move from tile to tile
      tabIndex={0}
    >
      <h2 id={id} className="xj-visually-hidden">
        {t(panel.label)}
      </h2>
      {area ? (
        <ClusterMap
          {...map}
          label={title ?? `${translateDivisionName(area.name)} · ${t(panel.label)}`}
          areaCode={drawn?.code ?? area.code}
          onArea={onDivision ?? ((code) => code !== area.code && goTo(code))}
          theme={theme}
          textSize={textSize}
          calm={calm}
          frame
        >
          <nav className="wall-path" data-over-map="" aria-label={t(wallScreenTexts.path)}>
            {area.path.map(({ code, name }) => (
              <button key={code} type="button" className="wall-link" onClick={() => goTo(code)}>
                {code === country.code ? t(country) : translateDivisionName(name)}
              </button>
            ))}
            {title === undefined ? (
              <strong>{area.code === country.code ? t(country) : translateDivisionName(area.name)}</strong>
            ) : (
              <>
                <span aria-current="true">
                  {area.code === country.code ? t(country) : translateDivisionName(area.name)}
                </span>
                <strong>{title}</strong>
              </>
            )}
          </nav>
          <div className="wall-legend" data-beside-map="">
            {legend}
            <p>
              {stale ? <strong>{t(wallScreenTexts.stale)} </strong> : null}
              {[formatAgeOfLiveFigures(age, currentLocale()), source ? t(source) : ''].filter(Boolean).join(' · ')}
              {note ? <span>{note}</span> : null}
            </p>
          </div>
        </ClusterMap>
      ) : null}
      {stale ? <span className="wall-stale" aria-hidden="true" /> : null}
    </section>
  );
}
