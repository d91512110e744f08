import { coloursOfAllThemes } from './colours-of-all-themes.ts';
import { fontFamily, type ThemeName } from './theme-design-tokens.ts';

/** Colours of the map's own layers; styles of GeoJSON layers are built from them. */
export function mapPalette(name: ThemeName) {
  const t = coloursOfAllThemes[name];
  return {
    ground: t.paperSunken,
    land: t.paperRaised,
    landHover: t.celadonWash,
    border: t.lineStrong,
    borderSoft: t.line,
    label: t.ink,
    labelHalo: t.paperRaised,
    cluster: t.celadon,
    onCluster: t.onCeladon,
    point: t.celadon,
    pointWarning: t.amber,
    pointDanger: t.cinnabar,
    pointEdge: t.paperRaised,
  } as const;
}

/** An empty MapLibre style without a glyph server: labels use local fonts, so it works without a network. */
export function mapStyle(name: ThemeName) {
  return {
    version: 8 as const,
    sources: {},
    layers: [{ id: 'ground', type: 'background' as const, paint: { 'background-color': mapPalette(name).ground } }],
  };
}

/** Zoom and latitude the product allows (specification §9); longitude is free. */
export const mapLimits = { minZoom: 3, maxZoom: 19, bounds: [-180, -74, 180, 74] as [number, number, number, number] };

/** `localIdeographFontFamily` of MapLibre. */
export const mapFont = fontFamily;
