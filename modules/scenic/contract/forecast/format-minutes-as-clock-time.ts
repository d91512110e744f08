/** Minutes of a day as `HH:mm`. */
export const formatMinutesAsClockTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
