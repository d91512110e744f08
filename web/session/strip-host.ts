/** An address of this server without its host, which the server adds for clients of other origins. */
export const stripHost = (address: string): string => address.replace(/^\/\/[^/]+(?=\/)/, '');
