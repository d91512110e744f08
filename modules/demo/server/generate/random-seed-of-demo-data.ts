/** One seed for all runs of a product: enterprises continue at the highest number, days at their date. */
export const demoRandomSeed = 20_261_121;
