/** Cents as yuan, without `.00`. */
export const formatYuan = (cents: number): string =>
  cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
