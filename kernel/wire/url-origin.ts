/** Scheme and host of a URL. Undefined: not a URL. */
export function urlOriginOf(address: string | null): string | undefined {
  try {
    const { protocol, origin } = new URL(address ?? '');
    return protocol === 'https:' || protocol === 'http:' ? origin : undefined;
  } catch {
    return undefined;
  }
}
