/**
 * Distinct values of personal data that one account may search for unmasked per day. An officer at a counter looks up
 * about one person per quarter of an hour. Guessing an identity number whose region and birthday are visible takes up
 * to a thousand tries, a masked mobile number ten thousand. Repeating a value on the same day costs nothing, because
 * lists refresh.
 */
export const exactSearchesPerDay = 30;
