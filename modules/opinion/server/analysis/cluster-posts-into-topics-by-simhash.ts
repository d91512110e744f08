import { hammingDistance, type SimHash } from './simhash-of-text.ts';

/** Fingerprints that differ in no more bits are of one topic: about nine pairs of characters in ten in common. */
export const maxTopicDistance = 8;
/** Seconds between the first post of a topic and others of it (domain reference §2.M). */
export const topicWindow = 72 * 3600;

/** A topic by its first post. `at` is in unix seconds. */
export interface TopicSeed {
  readonly hash: SimHash;
  readonly at: number;
}

/** One band more than bits may differ: at least one band of two fingerprints of a topic is then the same. */
const bandCount = maxTopicDistance + 1;
const bandWidth = 7;

/** Nine bands of seven bits; the last bit belongs to none. */
function* bandsOf({ high, low }: SimHash): Generator<number> {
  for (let band = 0; band < bandCount; band++) {
    const from = band * bandWidth;
    const bits =
      from + bandWidth <= 32
        ? high >>> from
        : from >= 32
          ? low >>> (from - 32)
          : (high >>> from) | (low << (32 - from));
    yield (band << bandWidth) | (bits & ((1 << bandWidth) - 1));
  }
}

/** Topics by their fingerprints, in which the topic of a post is looked up without comparing it with each. */
export class TopicClusters<T extends TopicSeed> {
  readonly #bands = new Map<number, T[]>();

  constructor(topics: Iterable<T> = []) {
    for (const one of topics) this.add(one);
  }

  add(topic: T): void {
    for (const band of bandsOf(topic.hash)) {
      const inBand = this.#bands.get(band);
      if (inBand) inBand.push(topic);
      else this.#bands.set(band, [topic]);
    }
  }

  /** The topic nearest to a post, of equally near ones the earliest. Undefined: it is the first of its own. */
  find({ hash, at }: TopicSeed): T | undefined {
    let nearest: T | undefined;
    let least = maxTopicDistance + 1;
    for (const band of bandsOf(hash))
      for (const topic of this.#bands.get(band) ?? []) {
        if (Math.abs(topic.at - at) > topicWindow) continue;
        const distance = hammingDistance(topic.hash, hash);
        if (distance < least || (distance === least && nearest !== undefined && topic.at < nearest.at)) {
          nearest = topic;
          least = distance;
        }
      }
    return nearest;
  }
}
