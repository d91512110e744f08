/** How many days back the wall can be replayed. */
export const maxReplayDays = 30;
