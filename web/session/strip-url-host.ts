/** An address of this server without its host, which the server adds for clients of other origins. */
export const stripUrlHost = (address: string): string => address.replace(/^\/\/[^/]+(?=\/)/, '');
