import { useQuery } from '@tanstack/react-query';
import { makeCalendar, type WorkingCalendar } from '#kernel/time/calendar.ts';
import { get } from '#web/http/client.ts';
import { type PublicCalendar, takeBroughtWithBoot } from '#web/session/session.ts';

/** Until the exceptions are there, every Monday to Friday counts as a working day. */
const ordinaryWeeks = makeCalendar([]);

/** The statutory calendar of this year and its neighbours, for counting the working days of deadlines. */
export function useWorkingCalendar(): WorkingCalendar {
  const { data } = useQuery({
    queryKey: ['calendar'],
    queryFn: async ({ signal }) => {
      const { days, known_until } =
        takeBroughtWithBoot('calendar') ??
        (await get<PublicCalendar>('/api/ajax/calendar', {}, { quiet: true, duplicate: 'allow', area: 'api', signal }));
      return makeCalendar(days, known_until);
    },
    staleTime: 6 * 3_600_000,
    structuralSharing: false,
    retry: 1,
  });
  return data ?? ordinaryWeeks;
}
