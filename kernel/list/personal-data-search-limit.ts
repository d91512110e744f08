/**
 * How many different values of personal data one account may search for in full per day. An officer at a counter looks
 * up about one person in a quarter of an hour. Guessing an identity number whose region and birthday are visible takes
 * up to a thousand attempts, and guessing a masked mobile number ten thousand. A value that is searched again on the
 * same day is not counted, because lists refresh.
 */
export const personalDataSearchesPerDay = 30;
