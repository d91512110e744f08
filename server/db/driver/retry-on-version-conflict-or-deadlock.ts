/** Another write changed the row between load and store. */
export class VersionConflict extends Error {}

/** SQLSTATEs (appendix A of PostgreSQL's manual): deadlock, cannot be serialised, lock not available. */
const conflicts: ReadonlySet<unknown> = new Set(['40P01', '40001', '55P03']);

/** Whether a statement failed only because of what others did at the same time: repeated, it may well succeed. */
export const isConflict = (error: unknown): boolean =>
  error instanceof VersionConflict || conflicts.has((error as { code?: unknown } | undefined)?.code);

/** Runs work, and after a version conflict, a deadlock or the like runs it again with the row locked. */
export async function retryOnConflict<T>(work: (locks: boolean) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work(tries > 1);
    } catch (error) {
      if (tries === 3 || !isConflict(error)) throw error;
    }
  }
}
