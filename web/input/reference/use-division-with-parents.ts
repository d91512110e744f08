import { useQuery } from '@tanstack/react-query';
import { get } from '#web/http/client.ts';

interface PathAnswer {
  path: { code: string; name: string }[];
  /** For a discontinued division: since when, and its successor. */
  ended?: { on: string; successor?: { code: string; name: string } };
}

const forADay = 24 * 3_600_000;

/** The division of a code and those it lies in; a county may lie directly under its province. */
export function useDivisionWithParents(code: string | undefined) {
  return useQuery({
    queryKey: ['areaPath', code],
    queryFn: ({ signal }) =>
      get<PathAnswer>('/api/ajax/areaPath', { code }, { quiet: true, signal, area: 'api', duplicate: 'allow' }),
    enabled: code !== undefined && /^[1-9]\d{5}$/.test(code),
    staleTime: forADay,
  });
}
