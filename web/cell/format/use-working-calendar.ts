import { useQuery } from '@tanstack/react-query';
import { makeCalendar, type WorkingCalendar } from '#kernel/time/working-calendar.ts';
import { get } from '#web/http/client.ts';
import { type PublicCalendar, takeDataBroughtWithBootAnswer } from '#web/session/session.ts';

/** Until holidays are loaded, Monday to Friday count as working days. */
const ordinaryWeeks = makeCalendar([]);

/** The statutory calendar of this year and its neighbours, to count working days. */
export function useWorkingCalendar(): WorkingCalendar {
  const { data } = useQuery({
    queryKey: ['calendar'],
    queryFn: async ({ signal }) => {
      const { days, known_until } =
        takeDataBroughtWithBootAnswer('calendar') ??
        (await get<PublicCalendar>('/api/ajax/calendar', {}, { quiet: true, duplicate: 'allow', area: 'api', signal }));
      return makeCalendar(days, known_until);
    },
    staleTime: 6 * 3_600_000,
    structuralSharing: false,
    retry: 1,
  });
  return data ?? ordinaryWeeks;
}
