import { useQuery } from '@tanstack/react-query';
import { appendQuery } from '#web/http/append-query.ts';
import { get } from '#web/http/client.ts';
import { areaPaths } from '#web/session/area.ts';
import type { CheckRecord } from '../../contract/check/check-record.ts';

/** Items, answers and phrases of a check, for officers and for the enterprise. */
export const useCheckRecord = (id: number) =>
  useQuery({
    queryKey: ['resource', 'enforcement/checkAnswer', 'record', id],
    queryFn: ({ signal }) =>
      get<CheckRecord>(appendQuery(`/${areaPaths().app}/enforcement.check/readRecord`, { id }), {}, { signal }),
  });
