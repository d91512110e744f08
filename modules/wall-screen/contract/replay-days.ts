/** How many days back the wall can be replayed. */
export const replayDays = 30;
