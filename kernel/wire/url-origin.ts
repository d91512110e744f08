/** The scheme, host and port of an http or https URL. Undefined: it is none. */
export function urlOriginOf(address: string | null): string | undefined {
  try {
    const { protocol, origin } = new URL(address ?? '');
    return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
  } catch {
    return undefined;
  }
}
