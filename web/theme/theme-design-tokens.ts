/**
 * The visual identity: ink, paper, celadon, amber, cinnabar. antd, ECharts, the map and every style sheet use these
 * tokens only. Light and dark are for computers and phones, and all that pages before sign-in need.
 */
export const themeNames = ['light', 'dark', 'wall', 'projector'] as const;
export type ThemeName = (typeof themeNames)[number];

export interface Tokens {
  /** Background of a page. */
  readonly paper: string;
  /** Cards, sheets, tables. */
  readonly paperRaised: string;
  /** Wells, table heads, inactive tabs. */
  readonly paperSunken: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly ink: string;
  readonly inkSoft: string;
  readonly inkFaint: string;
  /** Primary action, normal state. */
  readonly celadon: string;
  readonly celadonStrong: string;
  readonly celadonWash: string;
  readonly onCeladon: string;
  /** A deadline comes near. */
  readonly amber: string;
  readonly amberWash: string;
  readonly onAmber: string;
  /** Overdue, unlawful, destructive. */
  readonly cinnabar: string;
  readonly cinnabarStrong: string;
  readonly cinnabarWash: string;
  readonly onCinnabar: string;
  /** The mirror; ornament and honours. */
  readonly bronze: string;
  /** Focus ring. */
  readonly focus: string;
  /** Backdrop of sheets and dialogs. */
  readonly veil: string;
  readonly shadow: string;
}

/** The themes of ordinary screens; `colours-of-all-themes.ts` has all of them. */
export const lightAndDarkThemes: Readonly<Record<'light' | 'dark', Tokens>> = {
  light: {
    paper: '#f2f3ee',
    paperRaised: '#fdfdfa',
    paperSunken: '#e8eae4',
    line: '#d9dcd4',
    lineStrong: '#79827d',
    ink: '#1b2427',
    inkSoft: '#4a5659',
    inkFaint: '#596467',
    celadon: '#276b5f',
    celadonStrong: '#1d5147',
    celadonWash: '#d9eae3',
    onCeladon: '#ffffff',
    amber: '#845000',
    amberWash: '#f7e7c6',
    onAmber: '#ffffff',
    cinnabar: '#ad301d',
    cinnabarStrong: '#8a2315',
    cinnabarWash: '#f9e0d9',
    onCinnabar: '#ffffff',
    bronze: '#735731',
    focus: '#276b5f',
    veil: 'rgb(17 24 26 / 42%)',
    shadow: '0 1px 2px rgb(27 36 39 / 6%), 0 8px 24px rgb(27 36 39 / 8%)',
  },
  dark: {
    paper: '#101618',
    paperRaised: '#182023',
    paperSunken: '#0b1012',
    line: '#2a3538',
    lineStrong: '#66757a',
    ink: '#e9e9e2',
    inkSoft: '#b3bbb8',
    inkFaint: '#99a3a0',
    celadon: '#7cc4ae',
    celadonStrong: '#9ad7c4',
    celadonWash: '#1a3831',
    onCeladon: '#0a1915',
    amber: '#e5b565',
    amberWash: '#3a2c12',
    onAmber: '#1c1302',
    cinnabar: '#f28c79',
    cinnabarStrong: '#f7a898',
    cinnabarWash: '#43201a',
    onCinnabar: '#230803',
    bronze: '#c9a66b',
    focus: '#9ad7c4',
    veil: 'rgb(0 0 0 / 58%)',
    shadow: '0 1px 2px rgb(0 0 0 / 40%), 0 10px 28px rgb(0 0 0 / 42%)',
  },
};

/** Sizes shared by every theme, in px unless noted. */
export const themeSizes = {
  font: { note: 12, body: 14, lead: 16, title: 20, display: 28, poster: 40 },
  space: { 1: 4, 2: 8, 3: 12, 4: 16, 5: 24, 6: 32, 7: 48, 8: 64 },
  radius: 6,
  /** Least height of a touch target on a phone. */
  thumb: 44,
  lineHeight: 1.5,
} as const;

/** System fonts first; the bundled font comes last and is loaded only where the system has no Chinese. */
export const fontFamily =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", "WenQuanYi Micro Hei", "Noto Sans SC Variable", sans-serif';

export const monoFamily =
  'ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Liberation Mono", "Noto Sans SC Variable", monospace';
