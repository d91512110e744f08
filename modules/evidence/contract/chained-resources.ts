/** Resources whose additions or moves are entered in the evidence chain, of any module; a test compares. */
export const chainedResources = [
  'travel/itinerary',
  'enterprise/enterprise',
  'document/document',
  'enforcement/plan',
  'enforcement/draw',
  'enforcement/expertDraw',
  'enforcement/check',
  'enforcement/visitReason',
  'reform/order',
  'complaint/complaint',
  'complaint/mediation',
  'complaint/depositTransfer',
] as const;
