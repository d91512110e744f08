/** Percent of the guidance price at or below which a price is low (“低于 30% 以上” includes the number). */
export const lowPricePercent = 70;

/** Cents of an amount in wire form, with two decimals. A bigint, as amounts may exceed a safe integer. */
export const centsOf = (amount: string): bigint => BigInt(amount.replace('.', ''));

/** Wire form of an amount in cents. */
export const amountOf = (cents: bigint): string => {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Whether a price for so many days is 30 % or more below the guidance price per person and day (国家旅游局意见 2015). */
export const isLowPrice = (price: string, guidancePerDay: string, days: number): boolean =>
  days > 0 && centsOf(price) * 100n <= centsOf(guidancePerDay) * BigInt(days) * BigInt(lowPricePercent);

/** Quotient of numbers that are not negative, rounded half up. */
const divided = (a: bigint, b: bigint): bigint => (2n * a + b) / (2n * b);

/**
 * Compares a price with the guidance price: per person and day in cents, rounded like amounts; share in hundredths of
 * a percent, rounded down, so that a price shown at 70 % is never above it.
 */
export function comparePriceWithGuidancePrice(price: string, days: number, guidancePerDay: string | undefined) {
  if (days <= 0) return { per_day: null, price_ratio: null, price_check: 'none' as const };
  const cents = centsOf(price);
  const per_day = amountOf(divided(cents, BigInt(days)));
  if (guidancePerDay === undefined) return { per_day, price_ratio: null, price_check: 'none' as const };
  const price_ratio = Number((cents * 10_000n) / (centsOf(guidancePerDay) * BigInt(days))) / 100;
  const price_check = isLowPrice(price, guidancePerDay, days) ? ('low' as const) : ('fair' as const);
  return { per_day, price_ratio, price_check };
}
