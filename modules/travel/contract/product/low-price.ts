/** Of the guidance price, in percent: at this and below it a price is low (“低于 30% 以上”, which includes the number). */
export const lowPercent = 70;

/** Cents of an amount as it is written on the wire, with two decimals: whole, and as large as it may be. */
export const centsOf = (amount: string): bigint => BigInt(amount.replace('.', ''));

/** An amount of cents as it is written on the wire. */
export const amountOf = (cents: bigint): string => {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** Whether a price for so many days is 30 % or more below the guidance price per person and day (国家旅游局意见 2015). */
export const isLowPrice = (price: string, guidancePerDay: string, days: number): boolean =>
  days > 0 && centsOf(price) * 100n <= centsOf(guidancePerDay) * BigInt(days) * BigInt(lowPercent);

/** The nearest whole number to a quotient of numbers that are not negative; a half goes up. */
const divided = (a: bigint, b: bigint): bigint => (2n * a + b) / (2n * b);

/**
 * How a price compares with guidance: cents of a person's day, rounded as amounts are; hundredths of a percent, rounded
 * down, so that a price shown at 70 % is never above it.
 */
export function comparePrice(price: string, days: number, guidancePerDay: string | undefined) {
  if (days <= 0) return { per_day: null, price_ratio: null, price_check: 'none' as const };
  const cents = centsOf(price);
  const per_day = amountOf(divided(cents, BigInt(days)));
  if (guidancePerDay === undefined) return { per_day, price_ratio: null, price_check: 'none' as const };
  const price_ratio = Number((cents * 10_000n) / (centsOf(guidancePerDay) * BigInt(days))) / 100;
  const price_check = isLowPrice(price, guidancePerDay, days) ? ('low' as const) : ('fair' as const);
  return { per_day, price_ratio, price_check };
}
