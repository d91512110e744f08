/** Somebody else wrote the row between our loading and our storing it. */
export class VersionConflict extends Error {}

/**
 * Who was overtaken comes second, and so does the one of two writes waiting for each other that PostgreSQL ends. The
 * second try locks the row while it is worked on.
 */
export async function retryOnConflict<T>(work: (locks: boolean) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work(tries > 1);
    } catch (error) {
      if (tries === 3 || !(error instanceof VersionConflict || (error as { code?: string }).code === deadlock))
        throw error;
    }
  }
}
const deadlock = '40P01';
