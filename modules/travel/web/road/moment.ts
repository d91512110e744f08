const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' });

/** 14:30, of Unix seconds, in Asia/Shanghai. */
export const clockOf = (seconds: number): string => clock.format(seconds * 1000);
/** 2026-11-27 08:00. */
export const dayOf = (seconds: number): string => day.format(seconds * 1000);
