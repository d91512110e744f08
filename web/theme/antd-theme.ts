import type { ThemeConfig } from 'antd';
import theme from 'antd/es/theme';
import { coloursOfAllThemes } from './colours-of-all-themes.ts';
import { fontFamily, monoFamily, type ThemeName, themeSizes } from './theme-design-tokens.ts';

/** The tokens antd derives from one seed: `colorError`, `colorErrorBg`, `colorErrorBorder`, … */
function meaning(
  name: 'Primary' | 'Info' | 'Success' | 'Warning' | 'Error',
  colour: string,
  strong: string,
  wash: string,
) {
  return {
    [`color${name}`]: colour,
    [`color${name}Hover`]: strong,
    [`color${name}Active`]: strong,
    [`color${name}Text`]: colour,
    [`color${name}TextHover`]: strong,
    [`color${name}TextActive`]: strong,
    [`color${name}Bg`]: wash,
    [`color${name}BgHover`]: wash,
    [`color${name}Border`]: colour,
    [`color${name}BorderHover`]: strong,
  };
}

/** Tokens of single components that differ from what antd derives. */
function componentTokens(name: ThemeName): NonNullable<ThemeConfig['components']> {
  const t = coloursOfAllThemes[name];
  return {
    Button: {
      primaryShadow: 'none',
      defaultShadow: 'none',
      dangerShadow: 'none',
      primaryColor: t.onCeladon,
      dangerColor: t.onCinnabar,
    },
    Table: {
      headerBg: t.paperSunken,
      headerColor: t.inkSoft,
      rowHoverBg: t.paperSunken,
      rowSelectedBg: t.celadonWash,
      rowSelectedHoverBg: t.celadonWash,
      borderColor: t.line,
    },
    Segmented: { trackBg: t.paperSunken, itemSelectedBg: t.paperRaised, itemSelectedColor: t.celadonStrong },
    Tooltip: { colorTextLightSolid: name === 'light' ? t.paperRaised : t.ink },
    Input: { activeShadow: 'none' },
    // Only its edge shows where to press.
    Checkbox: { colorBorder: t.lineStrong },
    Radio: { colorBorder: t.lineStrong },
    Tree: { colorBorder: t.lineStrong },
    // On, the knob is told from its ground; what is off is an outline (web/shell/shell.css).
    Switch: { colorTextQuaternary: t.lineStrong, colorTextTertiary: t.inkFaint, handleBg: t.onCeladon },
    Select: { colorTextDisabled: t.lineStrong },
  };
}

/**
 * antd with the product's tokens. Every theme uses the plain algorithm: the dark one would shift each colour, and with
 * it the tested contrasts. So every light shade it derives is set here. `thumb`: on a phone, controls are as high as a
 * thumb needs.
 */
export function antdTheme(name: ThemeName, calm = false, thumb = false): ThemeConfig {
  const t = coloursOfAllThemes[name];
  return {
    algorithm: theme.defaultAlgorithm,
    cssVar: { key: `xj-${name}` },
    hashed: false,
    token: {
      ...meaning('Primary', t.celadon, t.celadonStrong, t.celadonWash),
      ...meaning('Info', t.celadon, t.celadonStrong, t.celadonWash),
      ...meaning('Success', t.celadon, t.celadonStrong, t.celadonWash),
      ...meaning('Warning', t.amber, t.amber, t.amberWash),
      ...meaning('Error', t.cinnabar, t.cinnabarStrong, t.cinnabarWash),
      colorErrorBgFilledHover: t.cinnabarWash,
      colorErrorBgActive: t.cinnabarWash,
      colorLink: t.celadon,
      colorLinkHover: t.celadonStrong,
      colorLinkActive: t.celadonStrong,
      colorTextBase: t.ink,
      colorBgBase: t.paperRaised,
      colorText: t.ink,
      colorTextHeading: t.ink,
      colorTextSecondary: t.inkSoft,
      colorTextTertiary: t.inkFaint,
      colorTextQuaternary: t.inkFaint,
      colorTextDescription: t.inkSoft,
      colorTextPlaceholder: t.inkFaint,
      colorTextDisabled: t.inkFaint,
      colorTextLightSolid: t.onCeladon,
      colorIcon: t.inkSoft,
      colorIconHover: t.ink,
      colorBgContainer: t.paperRaised,
      colorBgElevated: t.paperRaised,
      colorBgLayout: t.paper,
      colorBgSpotlight: name === 'light' ? t.ink : t.paperSunken,
      colorBgMask: t.veil,
      colorBgContainerDisabled: t.paperSunken,
      colorFillAlter: t.paperSunken,
      colorBorder: t.line,
      colorBorderSecondary: t.line,
      colorBorderDisabled: t.line,
      colorSplit: t.line,
      controlItemBgActive: t.celadonWash,
      controlItemBgActiveHover: t.celadonWash,
      controlOutline: 'transparent',
      boxShadow: t.shadow,
      boxShadowSecondary: t.shadow,
      borderRadius: themeSizes.radius,
      borderRadiusLG: themeSizes.radius,
      borderRadiusSM: themeSizes.radius - 2,
      fontFamily,
      fontFamilyCode: monoFamily,
      fontSize: themeSizes.font.body,
      ...(thumb ? { controlHeight: themeSizes.thumb, controlHeightSM: 36 } : {}),
      lineHeight: 1.5714,
      motion: !calm && !matchMedia('(prefers-reduced-motion: reduce)').matches,
      wireframe: false,
    },
    components: componentTokens(name),
  };
}
