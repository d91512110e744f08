import type { FeatureCollection, MultiLineString } from 'geojson';
import { translate } from '#web/i18n/locale.ts';
import { coloursOfAllThemes } from '#web/theme/colours-of-all-themes.ts';
import { mapPalette } from '#web/theme/map-theme.ts';
import type { ThemeName } from '#web/theme/theme-design-tokens.ts';
import { mapTexts } from '../engine/map-texts.ts';
import type { ExpressionSpecification, MapLibre } from '../engine/maplibre-library-with-worker-and-styles.ts';
import { setSourceDataIfMounted } from '../engine/mounted-maps.ts';
import { choroplethClassOf, classBreaks, classFills, mixColors } from './choropleth-classes-and-colours.ts';
import type { Boundary } from './fetch-division-boundary.ts';
import {
  labelOffsets,
  labelOffsetsForMapLibre,
  labelSettings,
  middleOfDivision,
  type RequiredLabel,
  setAreaLabels,
  updateLabelsOnMove,
} from './place-area-labels-on-map.ts';

export const areaFill = 'area-fill';

interface BoundaryStyle {
  theme: ThemeName;
  /** Size of labels in px. */
  textSize: number;
  /** Over a map service, fills are only tinted and neighbours are not drawn. */
  overTiles: boolean;
}

const empty: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** Adds the neighbours of an area, and rings around it in the water; a map service draws its own. */
function addSurroundings(map: MapLibre, palette: ReturnType<typeof mapPalette>, stroke: number): void {
  map.addLayer({
    id: 'context-fill',
    type: 'fill',
    source: 'context',
    paint: { 'fill-color': mixColors(palette.ground, palette.land, 0.55) },
  });
  map.addLayer({
    id: 'context-line',
    type: 'line',
    source: 'context',
    paint: { 'line-color': palette.borderSoft, 'line-width': stroke },
  });
  // Waterlines as on engraved maps: rings outside the outline. The fill covers their inner halves.
  const bank = mixColors(palette.ground, palette.land, 0.55);
  const rings: [number, number][] = [
    [26, 0.1],
    [17, 0.18],
    [9, 0.32],
  ];
  for (const [width, strength] of rings) {
    map.addLayer({
      id: `water-${width}`,
      type: 'line',
      source: 'bank',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': mixColors(bank, palette.cluster, strength), 'line-width': ringWidth(width * stroke) },
    });
    map.addLayer({
      id: `bank-${width}`,
      type: 'line',
      source: 'bank',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': bank, 'line-width': ringWidth((width - 2) * stroke) },
    });
  }
}

/** Adds the sources and layers for divisions, their neighbours and the graticule; drawn once data are set. */
export function addBoundaryLayers(map: MapLibre, { theme, textSize, overTiles }: BoundaryStyle): void {
  const palette = mapPalette(theme);
  /** Strokes grow with the text, so that they stay visible on a wall of 3840 px. */
  const stroke = Math.max(1, textSize / 16);
  // Without a graphics card the processor draws every triangle and every pixel: tiles overlap no more than the strokes
  // need, and the wide rings under the land follow the outline roughly.
  for (const id of ['context', 'area', 'net']) {
    map.addSource(id, { type: 'geojson', data: empty, buffer: 16, ...(id === 'area' ? { promoteId: 'code' } : {}) });
  }
  if (!overTiles) map.addSource('bank', { type: 'geojson', data: empty, buffer: 48, tolerance: 1.5 });
  map.addSource('sea', { type: 'geojson', data: empty });
  map.addSource('area-label', { type: 'geojson', data: empty });
  map.addSource('context-label', { type: 'geojson', data: empty });
  map.addSource('required-label', { type: 'geojson', data: empty });
  if (!overTiles) addSurroundings(map, palette, stroke);
  map.addLayer({
    id: areaFill,
    type: 'fill',
    source: 'area',
    paint: { 'fill-color': ['get', 'fill'], 'fill-opacity': overTiles ? 0.35 : 1 },
  });
  map.addLayer({
    id: 'net',
    type: 'line',
    source: 'net',
    paint: { 'line-color': palette.border, 'line-width': 0.6 * stroke, 'line-opacity': 0.45, 'line-dasharray': [1, 4] },
  });
  map.addLayer({
    id: 'area-line',
    type: 'line',
    source: 'area',
    layout: { 'line-join': 'round' },
    paint: { 'line-color': palette.border, 'line-width': 1.1 * stroke },
  });
  map.addLayer({
    id: 'area-hover',
    type: 'line',
    source: 'area',
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': palette.cluster,
      'line-width': 2.4 * stroke,
      'line-opacity': ['case', ['boolean', ['feature-state', 'hover'], false], 1, 0],
    },
  });
  // A map service draws it itself.
  if (!overTiles) addDashedLine(map, theme, stroke);
  const label = { 'text-max-width': 7, 'text-line-height': 1.3, 'text-padding': 4 } as const;
  map.addLayer({
    id: 'context-label',
    type: 'symbol',
    source: 'context-label',
    layout: {
      ...label,
      'text-field': ['get', 'name'],
      'text-size': textSize * labelSettings.context.size,
      'text-letter-spacing': labelSettings.context.spacing,
    },
    paint: {
      'text-color': coloursOfAllThemes[theme].inkFaint,
      'text-halo-color': palette.ground,
      'text-halo-width': 1.5 * stroke,
    },
  });
  addAreaNames(map, palette.label, label, textSize);
  // the uppermost labels are placed first; a map service draws its own names
  if (!overTiles) addRequiredNames(map, palette.label, label, textSize);
  updateLabelsOnMove(map, textSize);
}

const nameOf: ExpressionSpecification = ['get', 'name'];
const fillOf: ExpressionSpecification = ['get', 'fill'];

/** Labels of the divisions: they move away from markers, except at the edge. */
function addAreaNames(map: MapLibre, color: string, label: Readonly<Record<string, number>>, textSize: number): void {
  const areaLabel = { ...label, 'text-field': nameOf, 'text-size': textSize, 'text-letter-spacing': 0.06 };
  const areaPaint = {
    'text-color': color,
    'text-halo-color': fillOf,
    'text-halo-width': 1.6 * Math.max(1, textSize / 16),
  };
  map.addLayer({
    id: 'area-label',
    type: 'symbol',
    source: 'area-label',
    filter: ['!', ['get', 'atEdge']],
    layout: { ...areaLabel, 'text-variable-anchor-offset': ['get', 'sidesteps'] },
    paint: { ...areaPaint },
  });
  map.addLayer({
    id: 'area-label-edge',
    type: 'symbol',
    source: 'area-label',
    filter: ['get', 'atEdge'],
    layout: { ...areaLabel },
    paint: { ...areaPaint },
  });
}

/** The names that are never left out: where nothing else helps, they are drawn over what is in their way. */
function addRequiredNames(
  map: MapLibre,
  color: string,
  label: Readonly<Record<string, number>>,
  textSize: number,
): void {
  const { size, spacing } = labelSettings.required;
  map.addLayer({
    id: 'required-label',
    type: 'symbol',
    source: 'required-label',
    layout: {
      ...label,
      'text-field': nameOf,
      'text-size': textSize * size,
      'text-letter-spacing': spacing,
      'text-allow-overlap': true,
      'text-variable-anchor-offset': labelOffsetsForMapLibre(labelOffsets),
    },
    paint: { 'text-color': color, 'text-halo-color': fillOf, 'text-halo-width': 1.6 * Math.max(1, textSize / 16) },
  });
}

/** The marks of the dashed line in the South China Sea. */
function addDashedLine(map: MapLibre, theme: ThemeName, stroke: number): void {
  map.addLayer({
    id: 'dashed-line',
    type: 'line',
    source: 'sea',
    layout: { 'line-cap': 'butt', 'line-join': 'round' },
    paint: { 'line-color': coloursOfAllThemes[theme].inkSoft, 'line-width': 2.2 * stroke },
  });
}

const seaFeatures = (line: MultiLineString | undefined): FeatureCollection => ({
  type: 'FeatureCollection',
  features: line ? [{ type: 'Feature', properties: {}, geometry: line }] : [],
});

/** Spots between the islands of the South China Sea, without a mark or an island. */
const seaSpots = [
  [115.2, 13],
  [113.5, 18.3],
  [111.8, 13.5],
  [112.5, 6.5],
] as const;
/** 台湾省, a division beside which others with their markers lie close. */
const taiwan = '710000';

type AreaFeature = Boundary['features'][number] & { readonly properties: { readonly fill: string } };

/** The names that a map of the country is not shown without. */
const requiredLabels = (
  features: readonly AreaFeature[],
  line: MultiLineString | undefined,
  sea: string,
): RequiredLabel[] => [
  ...(line ? [{ name: translate(mapTexts.southSea), fill: sea, spots: seaSpots }] : []),
  ...features
    .filter(({ properties }) => properties.code === taiwan)
    .map((one) => ({
      name: one.properties.name,
      fill: one.properties.fill,
      spots: [middleOfDivision(one), [124, 22.5] as const],
    })),
];

/**
 * Rings are thinner around small shapes on small scales: around the islets of the South China Sea they would be blots.
 */
const ringWidth = (width: number): ExpressionSpecification => [
  'interpolate',
  ['linear'],
  ['zoom'],
  3,
  width * 0.2,
  7,
  width,
];

export interface AreaClass {
  fill: string;
  /** Values of the class, both ends included. */
  from: number;
  to: number;
}

const noShapes: Boundary = { type: 'FeatureCollection', features: [] };

/** The shapes of an area and of its neighbours. */
export interface AreaOutline {
  readonly code: string;
  readonly own: Boundary;
  readonly around: Boundary | undefined;
}

/**
 * Draws divisions filled by value, and their neighbours; nothing without an outline. Returns the classes for a legend,
 * lowest first.
 */
export function drawBoundariesFilledByValue(
  map: MapLibre,
  theme: ThemeName,
  outline: AreaOutline | undefined,
  values?: ReadonlyMap<string, number>,
): AreaClass[] {
  const { code, own: boundary, around: context } = outline ?? { code: '', own: noShapes, around: undefined };
  const palette = mapPalette(theme);
  const counts = boundary.features.map((one) => values?.get(one.properties.code) ?? 0);
  const breaks = classBreaks(counts);
  const fills = classFills(palette.land, palette.cluster, breaks.length);
  const fillOf = (code: string) => fills[choroplethClassOf(values?.get(code) ?? 0, breaks)] ?? palette.land;
  const features = boundary.features.map((one) => ({
    ...one,
    properties: { ...one.properties, fill: fillOf(one.properties.code) },
  }));
  // The area is among its own neighbours; its parts are drawn instead.
  const own = new Set([code, ...boundary.features.map((one) => one.properties.code)]);
  const neighbours = context?.features.filter((one) => !own.has(one.properties.code)) ?? [];
  const whole = context?.features.filter((one) => one.properties.code === code) ?? [];
  const bank = whole.length > 0 ? whole : boundary.features;
  if (map.getSource('bank')) setSourceDataIfMounted(map, 'bank', { type: 'FeatureCollection', features: bank });
  setSourceDataIfMounted(map, 'area', { type: 'FeatureCollection', features });
  setSourceDataIfMounted(map, 'context', { type: 'FeatureCollection', features: neighbours });
  const line = boundary.dashed_line ?? context?.dashed_line;
  setSourceDataIfMounted(map, 'sea', seaFeatures(line));
  setAreaLabels(map, {
    area: features.filter(({ properties }) => properties.code !== taiwan),
    context: neighbours,
    required: requiredLabels(features, line, palette.ground),
  });
  return breaks.map((to, index) => ({
    fill: fills[index + 1] ?? palette.land,
    from: (breaks[index - 1] ?? 0) + 1,
    to,
  }));
}
