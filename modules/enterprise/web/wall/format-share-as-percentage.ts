/** Formats a share: `86%`, `0.4%`, empty for a total of zero. */
export function formatShareAsPercentage(n: number, total: number): string {
  if (total === 0) return '';
  const share = (n / total) * 100;
  if (share === 0) return '0%';
  return share < 1 ? `${Math.max(0.1, Math.round(share * 10) / 10)}%` : `${Math.round(share)}%`;
}
