import { useQuery } from '@tanstack/react-query';
import { listRows } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { type Evidence, evidence } from '../contract/evidence.ts';
import { type Problem, problem } from '../contract/problem.ts';

/** Rows loaded at most: fifty problems, each with some submissions. */
const mostRows = 200;

/** A problem of an order with the pictures that show its correction, the newest first. */
export interface ProblemWithPictures {
  readonly problem: Problem;
  readonly evidence: readonly Evidence[];
}

/** The problems of an order in their order, with their pictures. */
export function useProblemPictures(row: WireRow) {
  const params = {
    page: 1,
    limit: mostRows,
    search: [{ field: 'order_id', operator: '=' as const, val: String(row.id) }],
  };
  return useQuery({
    queryKey: ['resource', evidence.name, 'of order', row.id, row.version],
    async queryFn({ signal }): Promise<readonly ProblemWithPictures[]> {
      const [problems, pictures] = await Promise.all([
        listRows(problem, { ...params, order: 'weigh,asc' }, { signal }),
        listRows(evidence, { ...params, order: 'id,desc' }, { signal }),
      ]);
      const sent = (pictures.list ?? []) as unknown as readonly Evidence[];
      return ((problems.list ?? []) as unknown as readonly Problem[]).map((one) => ({
        problem: one,
        evidence: sent.filter(({ problem_id }) => problem_id === one.id),
      }));
    },
  });
}
