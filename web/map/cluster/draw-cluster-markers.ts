import { currentLocale, translate } from '#web/i18n/locale.ts';
import { svgAttributesOfShape } from '#web/theme/shape-of-status-tone.ts';
import { mapTexts } from '../engine/map-texts.ts';
import { type GeoJSONSource, type MapLibre, Marker } from '../engine/maplibre-library-with-worker-and-styles.ts';
import { directionOfKey, nearestSpotInDirection } from '../engine/nearest-spot-by-arrow-key.ts';
import { clusterSize, donutSlices, formatShortCount } from './cluster-donut-geometry.ts';
import { type MapPoint, type MapTone, rowsByTone } from './cluster-point-source.ts';
import { maxMarkersDrawn } from './marker-clustering-settings.ts';
import { markerOffsetClearOfClusterRings, type RingOnScreen } from './move-marker-off-cluster-ring-it-covers.ts';

/** The rows behind a marker. */
export interface RowsBehindMarker {
  points: MapPoint[];
  total: number;
  lng: number;
  lat: number;
}

interface Drawn {
  marker: Marker;
  element: HTMLButtonElement;
  clusterId: number | undefined;
  point: MapPoint | undefined;
  total: number;
}

/** What tells the markers of one set of rows from those of others on the same map. */
export interface MarkedLayer {
  readonly name: string;
  readonly label: string;
  /** One character. */
  readonly mark: string;
}

const svg = 'http://www.w3.org/2000/svg';

/** All sets of markers of each map: those of layers keep clear of the rings of the set without one. */
const markersOfMaps = new WeakMap<MapLibre, Set<ClusterMarkers>>();
/** Half the size of a point of a layer, in em (map.css). */
const halfPoint = 0.75;

/**
 * Draws the clusters and points of a source as buttons: rings in their tones with the number inside. Buttons rather
 * than canvas, so that Tab and arrow keys reach each and screen readers read it; there are never more than fit on a
 * screen.
 */
export class ClusterMarkers {
  readonly #map: MapLibre;
  readonly #source: string;
  readonly #tones: readonly MapTone[];
  readonly #open: (opened: RowsBehindMarker) => void;
  readonly #layer: MarkedLayer | undefined;
  #points: readonly MapPoint[] = [];
  #drawn = new Map<string, Drawn>();
  readonly #update = () => this.#draw();

  constructor(
    map: MapLibre,
    source: string,
    tones: readonly MapTone[],
    open: (opened: RowsBehindMarker) => void,
    layer?: MarkedLayer,
  ) {
    this.#map = map;
    this.#source = source;
    this.#tones = tones;
    this.#open = open;
    this.#layer = layer;
    markersOfMaps.set(map, (markersOfMaps.get(map) ?? new Set()).add(this));
    map.on('render', this.#update);
  }

  set points(points: readonly MapPoint[]) {
    this.#points = points;
  }

  remove(): void {
    this.#map.off('render', this.#update);
    markersOfMaps.get(this.#map)?.delete(this);
    for (const { marker } of this.#drawn.values()) marker.remove();
    this.#drawn.clear();
  }

  #draw(): void {
    if (!this.#map.getSource(this.#source) || !this.#map.isSourceLoaded(this.#source)) return;
    const next = new Map<string, Drawn>();
    const seen = this.#map.querySourceFeatures(this.#source);
    for (const { properties, geometry } of seen) {
      if (geometry.type !== 'Point') continue;
      const [lng = 0, lat = 0] = geometry.coordinates;
      const counts = rowsByTone(properties, this.#tones.length);
      // Tiles repeat features at their edges, and ids of clusters change with every read; positions do not.
      const key = `${lng.toFixed(4)} ${lat.toFixed(4)} ${counts.join()}`;
      if (next.has(key)) continue;
      const clusterId = properties.cluster ? Number(properties.cluster_id) : undefined;
      const point = clusterId === undefined ? this.#points[Number(properties.index)] : undefined;
      const drawn = this.#drawn.get(key);
      if (drawn) {
        drawn.clusterId = clusterId;
        drawn.point = point;
        next.set(key, drawn);
      } else if (next.size < maxMarkersDrawn) {
        next.set(key, this.#make(lng, lat, counts, clusterId, point));
      }
    }
    let lostFocus = false;
    for (const [key, { marker, element }] of this.#drawn) {
      if (next.has(key)) continue;
      lostFocus ||= element === document.activeElement;
      marker.remove();
    }
    this.#drawn = next;
    if (lostFocus) this.#map.getCanvas().focus();
    this.#keepOneTabStop();
    this.#clearRings();
  }

  /** Layers are drawn before or after the rings: whoever is drawn last moves the points. */
  #clearRings(): void {
    const all = [...(markersOfMaps.get(this.#map) ?? [])];
    const ringed = all.find((one) => one.#layer === undefined);
    const moved = this.#layer ? [this] : all.filter((one) => one.#layer);
    if (!ringed || moved.every((one) => one.#drawn.size === 0)) return;
    const em = Number.parseFloat(getComputedStyle(this.#map.getContainer()).fontSize) || 16;
    const rings = ringed.#ringsOnScreen(em);
    for (const one of moved) one.#keepPointsClearOf(rings, em);
  }

  #ringsOnScreen(em: number): readonly RingOnScreen[] {
    return [...this.#drawn.values()]
      .filter(({ element }) => element.classList.contains('xj-cluster'))
      .map(({ marker, total }) => {
        const { x, y } = this.#map.project(marker.getLngLat());
        return { x, y, radius: (clusterSize(total) / 2) * em };
      });
  }

  #keepPointsClearOf(rings: readonly RingOnScreen[], em: number): void {
    for (const { marker, element } of this.#drawn.values()) {
      // clusters lie above their places anyway, beside the number
      if (!element.classList.contains('xj-point')) continue;
      const { x, y } = this.#map.project(marker.getLngLat());
      const [right, down] = markerOffsetClearOfClusterRings({ x, y }, halfPoint * em, rings);
      const now = marker.getOffset();
      if (now.x !== right || now.y !== down) marker.setOffset([right, down]);
    }
  }

  #make(
    lng: number,
    lat: number,
    counts: readonly number[],
    clusterId: number | undefined,
    point: MapPoint | undefined,
  ): Drawn {
    const total = counts.reduce((sum, n) => sum + n, 0);
    const element = document.createElement('button');
    element.type = 'button';
    element.tabIndex = -1;
    if (this.#layer) Object.assign(element.dataset, { layer: this.#layer.name, mark: this.#layer.mark });
    const drawn: Drawn = { marker: new Marker({ element }), element, clusterId, point, total };
    if (clusterId === undefined && point && !point.counts) this.#drawPoint(element, point);
    else this.#drawRing(element, counts, total);
    element.addEventListener('click', (event) => {
      event.stopPropagation();
      void this.#tell(drawn, lng, lat);
    });
    element.addEventListener('dblclick', (event) => event.stopPropagation());
    element.addEventListener('keydown', (event) => this.#onKey(event, drawn));
    element.addEventListener('focus', () => this.#keepOneTabStop(element));
    drawn.marker.setLngLat([lng, lat]).addTo(this.#map);
    return drawn;
  }

  #drawRing(element: HTMLButtonElement, counts: readonly number[], total: number): void {
    element.classList.add('xj-cluster');
    element.style.setProperty('--size', `${clusterSize(total)}em`);
    const drawing = document.createElementNS(svg, 'svg');
    drawing.setAttribute('viewBox', '-20 -20 40 40');
    drawing.setAttribute('aria-hidden', 'true');
    const slices = donutSlices(
      counts.map((n, at) => ({ tone: String(at), n })),
      19,
      14.5,
    );
    for (const { tone, path } of slices) {
      const slice = document.createElementNS(svg, 'path');
      slice.setAttribute('d', path);
      slice.setAttribute('fill', this.#tones[Number(tone)]?.color ?? 'currentColor');
      drawing.append(slice);
    }
    const number = document.createElement('span');
    number.textContent = formatShortCount(total, currentLocale());
    element.append(drawing, number);
    const parts = counts.flatMap((n, at) => (n > 0 ? [`${this.#tones[at]?.label ?? ''} ${n}`] : []));
    element.title = [this.#layer?.label, parts.join(currentLocale() === 'en' ? ', ' : '，')]
      .filter(Boolean)
      .join(' · ');
    element.setAttribute('aria-label', `${translate(mapTexts.cluster, { n: total })}: ${element.title}`);
  }

  #drawPoint(element: HTMLButtonElement, point: MapPoint): void {
    const tone = this.#tones[point.tone ?? 0];
    element.classList.add('xj-point');
    element.dataset.tone = tone?.name ?? '';
    element.style.setProperty('--tone', tone?.color ?? 'currentColor');
    if (tone?.shape) {
      element.dataset.shaped = '';
      const mark = document.createElementNS(svg, 'svg');
      mark.setAttribute('viewBox', '0 0 10 10');
      mark.setAttribute('aria-hidden', 'true');
      const drawing = document.createElementNS(svg, 'path');
      for (const [name, value] of Object.entries(svgAttributesOfShape(tone.shape))) drawing.setAttribute(name, value);
      mark.append(drawing);
      element.append(mark);
    }
    const about = [this.#layer?.label, tone?.label];
    element.title = [point.label, ...about].filter(Boolean).join(' · ');
    element.setAttribute('aria-label', [point.label ?? translate(mapTexts.one), ...about].filter(Boolean).join(' · '));
  }

  async #tell(drawn: Drawn, lng: number, lat: number): Promise<void> {
    if (drawn.clusterId === undefined) {
      if (drawn.point) this.#open({ points: [drawn.point], total: drawn.total, lng, lat });
      return;
    }
    const source = this.#map.getSource(this.#source) as GeoJSONSource;
    const leaves = await source.getClusterLeaves(drawn.clusterId, Infinity, 0).catch(() => []);
    const points = leaves.flatMap((leaf) => this.#points[Number(leaf.properties?.index)] ?? []);
    if (points.length > 0) this.#open({ points, total: drawn.total, lng, lat });
  }

  #onKey(event: KeyboardEvent, drawn: Drawn): void {
    if (event.key === 'Escape') {
      event.stopPropagation();
      this.#map.getCanvas().focus();
      return;
    }
    if ((event.key === '+' || event.key === '=') && drawn.clusterId !== undefined) {
      event.stopPropagation();
      const source = this.#map.getSource(this.#source) as GeoJSONSource;
      const center = drawn.marker.getLngLat();
      void source.getClusterExpansionZoom(drawn.clusterId).then(
        (zoom) => this.#map.easeTo({ center, zoom }),
        () => undefined,
      );
      return;
    }
    const direction = directionOfKey[event.key];
    if (!direction) return;
    event.preventDefault();
    event.stopPropagation();
    const others = [...this.#drawn.values()].filter((one) => one !== drawn);
    const spot = (one: Drawn) => this.#map.project(one.marker.getLngLat());
    const found = nearestSpotInDirection(spot(drawn), others.map(spot), direction);
    if (found !== undefined) others[found]?.element.focus();
  }

  /** All markers are one stop of the Tab key; arrow keys move between them. The largest gets the focus first. */
  #keepOneTabStop(focused?: HTMLButtonElement): void {
    let entry = focused;
    if (!entry) {
      const all = [...this.#drawn.values()];
      const current = all.find((one) => one.element.tabIndex === 0);
      if (current) return;
      entry = all.sort((one, other) => other.total - one.total)[0]?.element;
    }
    for (const { element } of this.#drawn.values()) element.tabIndex = element === entry ? 0 : -1;
  }
}
