/** `GET enforcement.frequencyCap/preview`: how many checks of a year the limits would have refused. */
export interface FrequencyCapPreview {
  readonly years: readonly {
    readonly year: number;
    /** Checks that limits apply to. */
    readonly checks: number;
    readonly refused_now: number;
    readonly refused: number;
    /** By domain and risk class of the enterprise, where something would have been refused. */
    readonly groups: readonly {
      readonly domain: string;
      readonly risk: string;
      readonly checks: number;
      readonly refused_now: number;
      readonly refused: number;
      readonly enterprises: number;
    }[];
  }[];
}
