/** `GET opinion.item/quality`: how the lexicon judged the posts that people labelled last. */
export interface SentimentPrecisionAndRecall {
  /** Labelled posts that are counted, at most 500. */
  readonly labelled: number;
  /** Share of them that the lexicon judged as people did, 0 to 1. */
  readonly accuracy: number;
  readonly classes: readonly {
    readonly sentiment: 'positive' | 'neutral' | 'negative';
    /** Labelled so by people, judged so by the lexicon, and both. */
    readonly labelled: number;
    readonly predicted: number;
    readonly right: number;
    /** 0 to 1. Null: the lexicon judged none so, or people labelled none so. */
    readonly precision: number | null;
    readonly recall: number | null;
  }[];
}

/** `GET opinion.topic/spread {id}`: the posts of a topic by the hour. */
export interface TopicSpread {
  /** Unix seconds of the first hour; each next bucket is `step` seconds later. */
  readonly from: number;
  readonly step: number;
  readonly buckets: readonly { readonly n: number; readonly negatives: number; readonly total: number }[];
}
