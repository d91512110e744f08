/** An address of this server without its host, which is told to clients that were not loaded from it. */
export const ownPath = (address: string): string => address.replace(/^\/\/[^/]+(?=\/)/, '');
