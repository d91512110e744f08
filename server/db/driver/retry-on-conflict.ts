/** Another write changed the row between load and store. */
export class VersionConflict extends Error {}

/** Runs work, and after a version conflict or a deadlock runs it a second time with the row locked. */
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
