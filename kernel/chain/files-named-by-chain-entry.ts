interface Payload {
  readonly evidence?: { readonly files?: Readonly<Record<string, string>> };
  readonly files?: Readonly<Record<string, string>>;
}

const namedFiles = (payload: string | null): Readonly<Record<string, string>> => {
  if (payload === null) return {};
  const { evidence, files } = JSON.parse(payload) as Payload;
  return { ...evidence?.files, ...files };
};

/**
 * SHA-256 of the files that an entry of the chain names: those attached to a move as evidence, and those of a document.
 * Empty if the payload was removed.
 */
export const fileHashesOfEntry = (payload: string | null): readonly string[] => Object.values(namedFiles(payload));

/** The addresses of these files on the platform. */
export const fileUrlsOfEntry = (payload: string | null): readonly string[] => Object.keys(namedFiles(payload));
