/** Width and height of the box in whose coordinates signatures are drawn. */
export const signatureBoxSize = { width: 900, height: 300 } as const;
