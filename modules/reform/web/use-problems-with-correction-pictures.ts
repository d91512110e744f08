import { useQuery } from '@tanstack/react-query';
import { listRows } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { type Evidence, evidence } from '../contract/correction-evidence-pictures-of-problem.ts';
import { type Problem, problem } from '../contract/problem-to-correct.ts';

/** Rows of one page, the most that a list answers. */
const pageSize = 200;

/** A problem of an order with the pictures that show its correction, the newest first. */
export interface ProblemWithCorrectionPictures {
  readonly problem: Problem;
  readonly evidence: readonly Evidence[];
}

/** All rows of an order, page by page: the number of problems, and of pictures of each submission, is limited. */
async function listWholeOrder<T>(
  of: typeof problem | typeof evidence,
  id: number,
  order: string,
  signal: AbortSignal,
): Promise<readonly T[]> {
  const search = [{ field: 'order_id', operator: '=' as const, val: String(id) }];
  const rows: T[] = [];
  for (let page = 1; ; page += 1) {
    const { list = [] } = await listRows(of, { page, limit: pageSize, order, search }, { signal });
    rows.push(...(list as unknown as readonly T[]));
    if (list.length < pageSize) return rows;
  }
}

/** The problems of an order in their order, with their pictures. */
export function useProblemsWithCorrectionPictures(row: WireRow) {
  return useQuery({
    queryKey: ['resource', evidence.name, 'of order', row.id, row.version],
    async queryFn({ signal }): Promise<readonly ProblemWithCorrectionPictures[]> {
      const [problems, pictures] = await Promise.all([
        listWholeOrder<Problem>(problem, row.id, 'weigh,asc', signal),
        listWholeOrder<Evidence>(evidence, row.id, 'id,desc', signal),
      ]);
      return problems.map((one) => ({
        problem: one,
        evidence: pictures.filter(({ problem_id }) => problem_id === one.id),
      }));
    },
  });
}
