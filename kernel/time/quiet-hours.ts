/** Times of day without messages, `21:00:00` to `08:00:00`. Equal times: none. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

const day = 86_400;
/** Asia/Shanghai has one offset all year. */
const offset = 8 * 3600;

const secondsOf = (time: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
};

/** The first moment outside the quiet hours, from `at` on, in unix seconds. */
export function afterQuiet(at: number, quiet: QuietHours): number {
  const [from, to] = [secondsOf(quiet.from), secondsOf(quiet.to)];
  const time = (at + offset) % day;
  const isQuiet = from <= to ? time >= from && time < to : time >= from || time < to;
  return isQuiet ? at + ((to - time + day) % day) : at;
}
