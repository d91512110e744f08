import type { Tone } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { coloursOfAllThemes } from '#web/theme/colours-of-all-themes.ts';
import type { WallTheme } from '../feed/local-wall-settings.ts';

/** Colours of tones in the theme of a wall, for markers, which CSS cannot style. */
export const markerColourOfStatusToneOnWallMap = (theme: WallTheme) => {
  const t = coloursOfAllThemes[theme];
  const colours: Readonly<Record<Tone, string>> = {
    neutral: t.inkSoft,
    progress: t.bronze,
    good: t.celadon,
    warning: t.amber,
    bad: t.cinnabar,
    muted: t.lineStrong,
  };
  return (tone: Tone): string => colours[tone];
};
