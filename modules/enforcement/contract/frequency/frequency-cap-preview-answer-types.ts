import { text } from '#kernel/text/text.ts';

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

/** Figures of the preview that open the checks which they count. */
export const figuresOfFrequencyCapPreview = {
  checks: text('检查', 'Checks'),
  refused_now: text('现行上限不予批准', 'Refused now'),
  refused: text('本草稿不予批准', 'Refused by this draft'),
} as const;

export const rowsPerPageOfPreview = 20;

/** `GET enforcement.frequencyCap/previewRows`: a page of the checks that a figure counts, the latest first. */
export interface ChecksBehindFigure {
  readonly total: number;
  readonly list: readonly {
    readonly id: number;
    readonly check_no: string;
    readonly enterprise_id: number;
    readonly enterprise: string;
    readonly department: string;
    /** YYYY-MM-DD */
    readonly day: string;
    /** Which visit of the enterprise in the year it was, of those that count together. */
    readonly n: number;
    /** Visits a year that the limits in force (null: there are none) and the previewed ones allow. */
    readonly cap_now: number | null;
    readonly cap_draft: number;
  }[];
}
