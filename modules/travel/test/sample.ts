import { areaThresholdBounds } from '../contract/anomaly/area-threshold-bounds.ts';

/** A number for added rows that existing rows do not have, however many numbers there are. */
const thresholdAt = (n: number) => (n + Math.floor(n / 100)) % Object.keys(areaThresholdBounds).length;

/** Sample values for fields checked against each other: a trip that ends after it begins, and no list of people. */
export const travelSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // the product belongs to another agency than the sampled one
  'travel/template': {
    product_id: null,
    vehicle_id: null,
    driver_id: null,
    days: [{ title: '昆明—石林', breakfast: 'self', lunch: 'included', dinner: 'self' }],
  },
  // longer than a day, to match its days
  'travel/itinerary': {
    template_id: null,
    kind: 'custom',
    start_at: (n: number) => 1_795_000_000 + n * 60,
    end_at: (n: number) => 1_795_100_000 + n * 60,
    ground_agency_id: null,
    team_no: (n: number) => `T5301261120${String(n).padStart(5, '0')}`,
  },
  // one value of each threshold per area, within its bounds
  'travel/threshold': {
    name: (n: number) => `阈值 ${n}`,
    parameter: (n: number) => Object.keys(areaThresholdBounds)[thresholdAt(n)],
    value: (n: number) => Object.values(areaThresholdBounds)[thresholdAt(n)]?.max,
  },
  'travel/assignedGuide': { to_at: null },
  'travel/assignedVehicle': { to_at: null, second_driver_id: null },
};
