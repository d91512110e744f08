/** Sample values for fields checked against each other: a colour that matches the plate, no account, no future date. */
export const crewSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'crew/guide': { user_id: null },
  'crew/driver': { medical_on: '2026-03-01' },
  'crew/rating': { rated_on: '2026-03-01', service: 5, narration: 4, safety: 5, honesty: 5 },
  'crew/vehicle': { plate_color: 'yellow', vin: '1M8GDM9AXKP042788', type: 'large', seats: 39 },
};
