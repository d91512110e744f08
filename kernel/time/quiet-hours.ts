/** The time of day in which no messages are sent, `21:00:00` to `08:00:00`. If both are equal, there is none. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

const day = 86_400;
/** Asia/Shanghai has the same offset all year. */
const offset = 8 * 3600;

const secondsOf = (time: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
};

/** The first moment from `at` on that is outside the quiet hours. Both are unix seconds. */
export function afterQuietHours(at: number, quiet: QuietHours): number {
  const [from, to] = [secondsOf(quiet.from), secondsOf(quiet.to)];
  const time = (at + offset) % day;
  const isQuiet = from <= to ? time >= from && time < to : time >= from || time < to;
  return isQuiet ? at + ((to - time + day) % day) : at;
}
