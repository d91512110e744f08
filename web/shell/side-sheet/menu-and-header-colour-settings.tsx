import { useId } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { ColourName, ColourPair } from '#web/theme/layout/layout-configuration.ts';
import { useLayout } from '#web/theme/layout/layout-store.ts';
import { useColourScheme } from '#web/theme/use-light-or-dark-colour-scheme.ts';
import {
  colourPairs,
  contrastByTextColour,
  layoutColourInUse,
  type PaletteName,
  paletteOf,
  palettes,
} from './custom-layout-colours-and-contrast.ts';

const texts = {
  colours: text('菜单与页眉配色', 'Menu and header colours'),
  theme: text('随外观', 'Follow appearance'),
  ink: text('墨', 'Ink'),
  celadon: text('青瓷', 'Celadon'),
  own: text('自选颜色', 'Custom colours'),
  menuGround: text('菜单底色', 'Menu background'),
  menuText: text('菜单文字', 'Menu text'),
  menuActiveGround: text('当前菜单底色', 'Current menu item background'),
  menuActiveText: text('当前菜单文字', 'Current menu item text'),
  barGround: text('页眉底色', 'Header background'),
  barText: text('页眉文字', 'Header text'),
  barActiveGround: text('当前页签底色', 'Current tab background'),
  barActiveText: text('当前页签文字', 'Current tab text'),
  light: text('为浅色外观选择', 'For light appearance'),
  dark: text('为深色外观选择', 'For dark appearance'),
  hard: text(
    '文字与底色对比 {ratio}:1，难以辨认，至少应为 4.5:1',
    'Contrast between text and background is {ratio}:1 and hard to read; it should be at least 4.5:1',
  ),
  back: text('还原', 'Reset'),
};

const least = 4.5;

/** Colour settings: ready palettes, and single colours for the present theme, with a warning at low contrast. */
export function MenuAndHeaderColourSettings() {
  const t = useText();
  const { colours, change } = useLayout();
  const appearance = useColourScheme();
  const id = useId();
  const present = paletteOf(colours);
  const ratios = contrastByTextColour(colours, appearance);
  const choose = (name: ColourName, colour: string): void => {
    const [light, dark] = colours[name];
    const pair: ColourPair = appearance === 'light' ? [colour, dark] : [light, colour];
    change({ colours: { ...colours, [name]: pair } });
  };
  return (
    <fieldset>
      <legend>{t(texts.colours)}</legend>
      <div className="xj-segments">
        {(Object.keys(palettes) as PaletteName[]).map((name) => (
          <label key={name}>
            <input
              type="radio"
              name={`${id}-palette`}
              checked={present === name}
              onChange={() => change({ colours: palettes[name] })}
            />
            <span>
              <i
                className="xj-scheme-swatch"
                style={{ background: layoutColourInUse(palettes[name], 'menuGround', appearance) }}
              />
              {t(texts[name])}
            </span>
          </label>
        ))}
      </div>
      <details className="xj-own-colours" open={present === undefined || undefined}>
        <summary>
          {t(texts.own)} <small>{t(texts[appearance])}</small>
        </summary>
        {colourPairs
          .flatMap(([front, ground]) => [ground, front])
          .map((name) => {
            const ratio = ratios.get(name);
            const hard = ratio !== undefined && ratio < least;
            const chosen = colours[name][appearance === 'light' ? 0 : 1] !== '';
            return (
              <div className="xj-setting" key={name}>
                <label htmlFor={`${id}-${name}`}>{t(texts[name])}</label>
                {chosen && (
                  <button type="button" className="xj-link" onClick={() => choose(name, '')}>
                    {t(texts.back)}
                  </button>
                )}
                <input
                  id={`${id}-${name}`}
                  type="color"
                  value={layoutColourInUse(colours, name, appearance)}
                  aria-describedby={hard ? `${id}-${name}-hard` : undefined}
                  onChange={(event) => choose(name, event.target.value)}
                />
                {hard && (
                  <small className="xj-setting-warning" id={`${id}-${name}-hard`} role="status">
                    {t(texts.hard, { ratio: ratio.toFixed(1) })}
                  </small>
                )}
              </div>
            );
          })}
      </details>
    </fieldset>
  );
}
