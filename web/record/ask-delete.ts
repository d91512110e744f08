/** Asks, deletes, and offers to take it back. What it says is loaded when it is said: lists begin without it. */
export const askDelete: typeof import('./delete-rows.ts').askDelete = async (resource, rows) =>
  (await import('./delete-rows.ts')).askDelete(resource, rows);
