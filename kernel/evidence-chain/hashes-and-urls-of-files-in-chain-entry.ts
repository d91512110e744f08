interface Payload {
  readonly evidence?: { readonly files?: Readonly<Record<string, string>> };
  readonly files?: Readonly<Record<string, string>>;
  readonly facts?: { readonly rendered?: Readonly<Record<string, string>> };
}

/** What the payload of an entry says; nothing, if it was removed. */
const read = (payload: string | null): Payload => (payload === null ? {} : (JSON.parse(payload) as Payload));

const namedFiles = (payload: string | null): Readonly<Record<string, string>> => {
  const { evidence, files } = read(payload);
  return { ...evidence?.files, ...files };
};

/** SHA-256 of the formats in which a document was rendered, by format: `pdf`, `docx`. */
export const renderedHashesOfEntry = (payload: string | null): Readonly<Record<string, string>> =>
  read(payload).facts?.rendered ?? {};

/**
 * SHA-256 of the files that an entry of the chain names: those attached to a move as evidence, those of its
 * values, and a document as it was rendered. Empty if the payload was removed.
 */
export const fileHashesOfEntry = (payload: string | null): readonly string[] => [
  ...Object.values(namedFiles(payload)),
  ...Object.values(renderedHashesOfEntry(payload)),
];

/** The addresses of these files on the platform; a rendered document has none. */
export const fileUrlsOfEntry = (payload: string | null): readonly string[] => Object.keys(namedFiles(payload));
