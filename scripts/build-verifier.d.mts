/** Builds the verifier for Node into that file. */
export function buildVerifier(outfile: string): Promise<void>;
