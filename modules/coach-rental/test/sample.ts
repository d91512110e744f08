/** Sample values for fields checked against each other: a long enough secret, and a return after the departure. */
export const rentalSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'rental/provider': {
    base_url: 'https://car.example.com/hire',
    origin: 'https://car.example.com',
    ticket_secret: 'a secret of forty characters, shared wit',
  },
  'rental/demand': { from_at: 4_000_000_000, to_at: 4_000_090_000 },
  'rental/selection': {
    from_at: 1_780_000_000,
    to_at: 1_780_090_000,
    plate: (n: number) => `云A${String(n).padStart(5, '0')}`,
  },
};
