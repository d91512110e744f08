import type { MapFeature, MapLayerFeatures } from '#kernel/module/wall-map-layer.ts';
import { type ByteString, charactersOfByteString } from '#server/utf8-byte-string.ts';

/** The features of layers that were encoded, as JSON. */
const encodedFeatures = new WeakMap<object, Buffer>();

/** A layer whose features are JSON already, and parsed only for those who ask for them. */
export function mapLayerOfEncodedFeatures(
  { n, unplaced, clustered }: Pick<MapLayerFeatures, 'n' | 'unplaced' | 'clustered'>,
  json: Buffer,
): MapLayerFeatures {
  const layer: MapLayerFeatures = {
    type: 'FeatureCollection',
    n,
    unplaced,
    clustered,
    get features() {
      return JSON.parse(json.toString()) as MapFeature[];
    },
  };
  encodedFeatures.set(layer, json);
  return layer;
}

/** The same JSON as of `JSON.stringify`, with the features as they were encoded. Undefined: they were not. */
export function encodedPartsOfMapLayer(layer: MapLayerFeatures): readonly (string | Buffer)[] | undefined {
  const json = encodedFeatures.get(layer);
  if (!json) return undefined;
  const { type, n, unplaced, clustered } = layer;
  return [`${JSON.stringify({ type, n, unplaced, clustered }).slice(0, -1)},"features":`, json, '}'];
}

interface MadeFeatures {
  readonly rows: string;
  readonly json: Buffer;
}

/** Maximum bytes of cached features, for all areas together: those of some ten. */
const maxCachedBytes = 8 * 1024 * 1024;

/**
 * Features as JSON with the rows of which they were made. The database is asked every time; but as long as it answers the
 * same, its answer is not parsed, and its features are not made and encoded again.
 */
export class MapFeatureCache {
  /** Least recently used first. */
  readonly #made = new Map<string, MadeFeatures>();
  #size = 0;

  /** `key`: what the features depend on besides the rows. */
  jsonOf(key: string, rows: ByteString, make: () => readonly MapFeature[]): Buffer {
    const before = this.#made.get(key);
    const characters = charactersOfByteString(rows);
    const made = before?.rows === characters ? before : { rows: characters, json: Buffer.from(JSON.stringify(make())) };
    this.#made.delete(key);
    this.#made.set(key, made);
    this.#size += sizeOf(made) - (before ? sizeOf(before) : 0);
    for (const [old, features] of this.#made) {
      if (this.#size <= maxCachedBytes) break;
      this.#made.delete(old);
      this.#size -= sizeOf(features);
    }
    return made.json;
  }
}

const sizeOf = ({ rows, json }: MadeFeatures): number => rows.length + json.length;
