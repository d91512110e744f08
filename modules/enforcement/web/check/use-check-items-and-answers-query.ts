import { useQuery } from '@tanstack/react-query';
import { appendQuery } from '#web/http/append-query.ts';
import { get } from '#web/http/client.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import type { CheckRecord } from '../../contract/check/check-record-answer-types.ts';

/**
 * Items, answers and phrases of a check, for officers and for the enterprise. Read again in every state, which decides
 * what may be done with them.
 */
export const useCheckItemsAndAnswersQuery = ({ id, status }: Pick<WireRow, 'id' | 'status'>) =>
  useQuery({
    queryKey: ['resource', 'enforcement/checkAnswer', 'record', id, status],
    queryFn: ({ signal }) =>
      get<CheckRecord>(appendQuery(`/${areaPaths().app}/enforcement.check/readRecord`, { id }), {}, { signal }),
  });
