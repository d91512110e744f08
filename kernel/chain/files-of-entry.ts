/**
 * SHA-256 of the files that an entry of the chain names: those attached to a move as evidence, and those of a document. Of
 * a removed payload none are known.
 */
export function filesOfEntry(payload: string | null): readonly string[] {
  if (payload === null) return [];
  const { evidence, files } = JSON.parse(payload) as { evidence?: { files?: object }; files?: object };
  return [...Object.values(evidence?.files ?? {}), ...Object.values(files ?? {})] as string[];
}
