/** A text for comparison: compatibility forms are unified (NFKC), Latin letters are lower case, blanks are single spaces. */
export const normaliseTextForComparison = (content: string): string =>
  content.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');
