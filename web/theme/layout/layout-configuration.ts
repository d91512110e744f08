import type { SignInArea } from '#web/session/admin-or-member-area.ts';

export const layoutModes = ['Default', 'Classic', 'Streamline', 'Double'] as const;
/**
 * Position of the menu: in a card beside the page, down its whole side, along the top, or its first level along the top
 * and the next at the side.
 */
export type LayoutMode = (typeof layoutModes)[number];

export const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/** Animation of a page that opens. */
export const pageAnimations = [
  'none',
  'fade',
  'slide-left',
  'slide-right',
  'zoom-in-center',
  'zoom-in-top',
  'zoom-in-bottom',
] as const;
type PageAnimation = (typeof pageAnimations)[number];

/** Parts of menu and header whose colour can be changed. */
const colourNames = [
  'menuGround',
  'menuText',
  'menuActiveGround',
  'menuActiveText',
  'barGround',
  'barText',
  'barActiveGround',
  'barActiveText',
] as const;
export type ColourName = (typeof colourNames)[number];

/** `#rrggbb` for the light and for the dark theme; empty: the theme's own colour. */
export type ColourPair = readonly [light: string, dark: string];
export type LayoutColours = Readonly<Record<ColourName, ColourPair>>;

/** Settings of each area: position and width of its menu. */
interface AreaLayout {
  layoutMode: LayoutMode;
  /** Narrow menu: icons only, 64 px. */
  menuCollapse: boolean;
  /** No menu at all: 0 px. */
  shrink: boolean;
}

/** The user's layout settings, stored only in this browser (specification §3). */
export interface LayoutConfig extends AreaLayout {
  /** Settings of the member centre. */
  member: AreaLayout;
  theme: ThemeChoice;
  mainAnimation: PageAnimation;
  /** Only one folder of the menu open at a time. */
  menuAccordion: boolean;
  /** Logo and name above the menu. */
  menuShowTopBar: boolean;
  /** Width of the full menu in px. */
  menuWidth: number;
  /** Icon of entries that name none. */
  menuDefaultIcon: string;
  colours: LayoutColours;
  /** Less motion than the system requests. */
  calm: boolean;
}

/** Widths of the menu in px (specification §9). */
export const menuWidths = { full: 200, collapsed: 64, shrunk: 0, least: 160, most: 320 } as const;

const themeColour: ColourPair = ['', ''];
export const themeColours = Object.fromEntries(colourNames.map((name) => [name, themeColour])) as LayoutColours;

export const defaultLayout: LayoutConfig = {
  layoutMode: 'Default',
  menuCollapse: false,
  shrink: false,
  member: { layoutMode: 'Classic', menuCollapse: false, shrink: false },
  theme: 'system',
  mainAnimation: 'none',
  menuAccordion: true,
  menuShowTopBar: true,
  menuWidth: menuWidths.full,
  menuDefaultIcon: '',
  colours: themeColours,
  calm: false,
};

type Reader<T> = (stored: unknown) => T | undefined;

const oneOf =
  <T extends string>(choices: readonly T[]): Reader<T> =>
  (stored) =>
    choices.find((choice) => choice === stored);
const bool: Reader<boolean> = (stored) => (typeof stored === 'boolean' ? stored : undefined);
const isColour = (stored: unknown): stored is string => typeof stored === 'string' && /^(#[0-9a-f]{6})?$/i.test(stored);

const pair: Reader<ColourPair> = (stored) => {
  const [light, dark, ...more]: unknown[] = Array.isArray(stored) ? stored : [];
  return isColour(light) && isColour(dark) && more.length === 0 ? [light, dark] : undefined;
};

const colours: Reader<LayoutColours> = (stored) => {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const all = stored as Partial<Record<ColourName, unknown>>;
  return Object.fromEntries(colourNames.map((name) => [name, pair(all[name]) ?? themeColour])) as LayoutColours;
};

const width: Reader<number> = (stored) =>
  Number.isInteger(stored) ? Math.min(Math.max(Number(stored), menuWidths.least), menuWidths.most) : undefined;

const icon: Reader<string> = (stored) =>
  typeof stored === 'string' && /^[a-z0-9-]{0,40}$/.test(stored) ? stored : undefined;

type Readers<T> = { readonly [K in keyof T]: Reader<T[K]> };

/** Invalid values are replaced by the default. */
function readEach<T extends object>(readers: Readers<T>, initial: T, stored: unknown): T {
  const all = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const read = Object.entries<Reader<unknown>>(readers).map(([name, reader]) => [
    name,
    (Object.hasOwn(all, name) ? reader(all[name]) : undefined) ?? initial[name as keyof T],
  ]);
  return Object.fromEntries(read) as T;
}

const houseReaders: Readers<AreaLayout> = { layoutMode: oneOf(layoutModes), menuCollapse: bool, shrink: bool };

const readers: Readers<LayoutConfig> = {
  ...houseReaders,
  member: (stored) => readEach(houseReaders, defaultLayout.member, stored),
  theme: oneOf(themeChoices),
  mainAnimation: oneOf(pageAnimations),
  menuAccordion: bool,
  menuShowTopBar: bool,
  menuWidth: width,
  menuDefaultIcon: icon,
  colours,
  calm: bool,
};

/**
 * Reads stored layout settings. The storage may hold anything: settings of an older version, or of another program of
 * the origin.
 */
export const readLayout = (stored: unknown): LayoutConfig => readEach(readers, defaultLayout, stored);

const houseOf = ({ layoutMode, menuCollapse, shrink }: AreaLayout): AreaLayout => ({
  layoutMode,
  menuCollapse,
  shrink,
});

/** The layout settings of an area. */
export const layoutOfArea = (config: LayoutConfig, area: SignInArea): LayoutConfig =>
  area === 'member' ? { ...config, ...config.member } : config;

/** The settings to store when parts of them change in an area: the menu of the other area stays as it is. */
export const layoutChangeInArea = (
  config: LayoutConfig,
  area: SignInArea,
  part: Partial<LayoutConfig>,
): Partial<LayoutConfig> =>
  area === 'member'
    ? { ...part, ...houseOf(config), member: houseOf({ ...config.member, ...part }) }
    : { ...part, member: config.member };

/** Present width of the menu, in px. */
export const menuWidthOf = (config: Pick<LayoutConfig, 'menuCollapse' | 'shrink' | 'menuWidth'>) =>
  config.shrink ? menuWidths.shrunk : config.menuCollapse ? menuWidths.collapsed : config.menuWidth;
