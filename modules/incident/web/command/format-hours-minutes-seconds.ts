/** Seconds as `1:05:09`, or `05:09` below an hour; the sign is dropped. */
export function formatHoursMinutesSeconds(seconds: number): string {
  const all = Math.floor(Math.abs(seconds));
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor((all % 3600) / 60), all % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`;
}
