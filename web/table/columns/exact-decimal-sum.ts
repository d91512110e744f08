/** How many decimals a total has. Further ones are dropped. */
const places = 6;

/** The exact decimal sum of numbers and amounts in wire form: "0.10" and "0.20" make "0.30". */
export function exactDecimalSum(values: readonly unknown[]): string {
  let total = 0n;
  let shown = 0;
  for (const value of values) {
    const written = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
    const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(written);
    if (!parts) continue;
    const [, sign, whole = '0', fraction = ''] = parts;
    shown = Math.max(shown, Math.min(places, fraction.length));
    const scaled = BigInt(whole + fraction.padEnd(places, '0').slice(0, places));
    total += sign ? -scaled : scaled;
  }
  const digits = (total < 0n ? -total : total).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, -places);
  const fraction = digits.slice(-places).slice(0, shown);
  return `${total < 0n ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}
