import type { Place } from '#kernel/kind/place-on-map.ts';

/** What a complainant has typed, as stored in the browser. The code is not in it; files are stored apart. */
export interface ComplaintDraft {
  readonly respondent_name: string;
  readonly respondent_enterprise_id: number | null;
  readonly category: string;
  readonly event_at: string;
  readonly event_area: string;
  readonly event_place: Place | null;
  readonly facts: string;
  readonly team_no: string;
  readonly contract_end_on: string;
  readonly demand: string;
  readonly amount: string;
  readonly complainant_name: string;
  /** People who complain together, as typed. */
  readonly people: string;
  readonly representatives: string;
  /** Those who join, one to a line, as typed. */
  readonly complainants: string;
  /** Typed where an e-mail address was proven instead. */
  readonly mobile: string;
  readonly anonymous: boolean;
  readonly urgent: boolean;
}

export const emptyComplaintDraft: ComplaintDraft = {
  respondent_name: '',
  respondent_enterprise_id: null,
  category: '',
  event_at: '',
  event_area: '',
  event_place: null,
  facts: '',
  team_no: '',
  contract_end_on: '',
  demand: '',
  amount: '',
  complainant_name: '',
  people: '1',
  representatives: '',
  complainants: '',
  mobile: '',
  anonymous: false,
  urgent: false,
};

const key = 'xingjian.complaint.draft';
/** A draft is forgotten after a week: phones are lent. */
const life = 7 * 86_400_000;

/** The stored draft of this browser, completed; an empty one if there is none or storage is closed. */
export function readComplaintDraft(): ComplaintDraft {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as {
      at: number;
      draft: Partial<ComplaintDraft>;
    } | null;
    return stored && Date.now() - stored.at < life ? { ...emptyComplaintDraft, ...stored.draft } : emptyComplaintDraft;
  } catch {
    return emptyComplaintDraft;
  }
}

/** Stores a draft, or forgets it. Without storage, a reload loses what was typed. */
export function storeComplaintDraft(draft: ComplaintDraft | undefined): void {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify({ at: Date.now(), draft }));
    else localStorage.removeItem(key);
  } catch {
    // private windows may refuse storage
  }
}
