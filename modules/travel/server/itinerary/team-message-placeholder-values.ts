import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';

interface Described {
  readonly team_no?: string | null | undefined;
  readonly route?: string | null | undefined;
  /** Unix seconds. */
  readonly start_at: number;
}

/** Placeholders that name a team in messages: route, day of departure and number. */
export const teamMessagePlaceholderValues = ({ team_no, route, start_at }: Described) => ({
  team_no: team_no ?? '',
  route: route ?? '',
  day: shanghaiDateOf(start_at),
});
