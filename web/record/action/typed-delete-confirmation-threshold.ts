/** From this many rows on, deleting them is confirmed by typing the name of their resource. */
export const typedDeleteConfirmationThreshold = 51;
