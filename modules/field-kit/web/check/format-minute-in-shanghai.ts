/** Ms by which Shanghai is ahead of UTC, all year round. */
const ahead = 8 * 3_600_000;

/**
 * Unix ms as `11-21 09:30` in Asia/Shanghai. Written here, because the kernel's calendar would come to the phone with all
 * that signed-in pages share.
 */
export const formatMinuteInShanghai = (ms: number): string =>
  new Date(ms + ahead).toISOString().slice(5, 16).replace('T', ' ');
