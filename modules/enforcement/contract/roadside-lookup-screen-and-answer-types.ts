import type { Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import type { Enterprise } from '#modules/enterprise/contract/enterprise.ts';

/** `/admin/enforcement/roadside`: looks up what is on record today for a plate, a team number or a guide card. */
export const roadsideLookupScreen = {
  name: 'enforcement/roadside',
  label: text('路面查验', 'Roadside lookup'),
  icon: 'car',
  actions: { look: text('查验', 'Look up') },
} as const satisfies Screen;

/** Hours around now within which a team counts as today's (domain reference §2.E). */
export const hoursAround = 12;

/** Why an officer should look twice: a key of {@link roadsideConcernTexts}. */
export type RoadsideConcern =
  | 'unknown_vehicle'
  | 'same_vin'
  | 'vehicle_stopped'
  | 'vehicle_papers'
  | 'no_team'
  | 'not_confirmed'
  | 'uninsured'
  | 'driver_papers'
  | 'guide_papers'
  | 'no_guide'
  | 'over_seats'
  | 'findings'
  | 'terminated';

/** The gravest concern decides the colour: `bad` stops the coach, `warning` needs a question, `good` may go on. */
export const roadsideConcernTexts = {
  unknown_vehicle: { ...text('车辆不在旅游客运库', 'Not in the tour coach register'), grave: true },
  same_vin: { ...text('同一车辆识别代号另有车牌在册', 'Another plate is registered with the same VIN'), grave: true },
  vehicle_stopped: { ...text('车辆未在正常营运状态', 'The vehicle is not in normal service'), grave: true },
  vehicle_papers: { ...text('车辆证件过期', 'Vehicle documents expired'), grave: true },
  no_team: { ...text('前后 12 小时内没有团队', 'No team within 12 hours before or after'), grave: false },
  not_confirmed: { ...text('行程尚未确认', 'Itinerary not confirmed'), grave: true },
  uninsured: { ...text('责任险未覆盖行程', 'Liability insurance does not cover the trip'), grave: true },
  driver_papers: {
    ...text('驾驶员证件过期或已离岗', "Driver's documents expired or driver no longer on duty"),
    grave: true,
  },
  guide_papers: { ...text('导游证无效', 'Guide card invalid'), grave: true },
  no_guide: { ...text('未登记导游', 'No guide registered'), grave: false },
  over_seats: { ...text('登记人数超过核定载客', 'Registered passengers exceed seating capacity'), grave: true },
  findings: { ...text('行程有异常待核查', 'Findings pending review'), grave: false },
  terminated: { ...text('行程已被终止', 'Itinerary terminated'), grave: true },
} as const satisfies Readonly<Record<RoadsideConcern, unknown>>;

export interface SeenVehicle {
  readonly id: number;
  readonly plate: string;
  readonly plate_color: string | null;
  readonly seats: number;
  readonly enterprise: Enterprise['name'];
  readonly status: string;
  readonly permit_valid_to: string;
  readonly inspect_valid_to: string;
  readonly insurance_valid_to: string;
  readonly valid: boolean;
  readonly in_service: boolean;
  /** Other plates on record with the same VIN. */
  readonly same_vin: readonly string[];
}

export interface SeenPerson {
  readonly id: number;
  readonly name: string;
  /** Guides only: the card number. */
  readonly card_no?: string;
  readonly mobile: string | null;
  readonly valid: boolean;
}

export interface SeenTeam {
  readonly id: number;
  readonly team_no: string;
  readonly agency: Enterprise['name'];
  readonly status: string;
  /** Unix seconds. */
  readonly start_at: number;
  readonly end_at: number;
  readonly people: number;
  readonly changes: number;
  /** Whether verified liability insurance of its agency covers every day of it (旅游法 Art. 56). */
  readonly insured: boolean;
  readonly plates: readonly { readonly plate: string | null; readonly seats: number | null }[];
  readonly guides: readonly SeenPerson[];
  readonly drivers: readonly SeenPerson[];
  readonly stops: readonly { readonly name: string; readonly poi_type: string; readonly at: number | null }[];
  readonly findings: readonly { readonly code: string; readonly severity: string; readonly summary: string }[];
  /** Whether the caller may also see it in the list; otherwise it is shown for this check only. */
  readonly own: boolean;
}

export interface SeenCheck {
  readonly at: number;
  readonly result: string;
  readonly headcount: number;
  readonly place_name: string | null;
}

/** A reading of the plate by a camera. */
export interface SeenCapture {
  readonly at: number;
  readonly source: string;
  readonly spot: string | null;
}

/** Answer of `GET /admin/enforcement.roadside/look`. */
export interface RoadsideLookupAnswer {
  /** What the search was understood as. */
  readonly means: 'plate' | 'team' | 'guide' | 'none';
  readonly asked: string;
  readonly vehicle: SeenVehicle | null;
  readonly guide: SeenPerson | null;
  readonly teams: readonly SeenTeam[];
  readonly checks: readonly SeenCheck[];
  /** Of the last three days, latest first. */
  readonly captures: readonly SeenCapture[];
  readonly concerns: readonly RoadsideConcern[];
  /** Similar plates on record, if nothing was found. */
  readonly similar: readonly string[];
}
