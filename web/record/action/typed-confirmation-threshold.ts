/** From this many rows on, the name of what is deleted must be typed. */
export const typedConfirmationThreshold = 51;
