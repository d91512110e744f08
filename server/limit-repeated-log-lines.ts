/** Maximum lines per message and minute: more of the same say nothing new, and strangers must not fill the disk. */
const mostPerMinute = 300;
/** Maximum number of messages counted separately; further ones share one count. */
const mostMessages = 200;
const minute = 60_000;

export interface LogLineLimit {
  /** Whether another line of this message may be written. */
  allows(message: string): boolean;
}

/** Counts lines per message. After each minute `report` receives the number of lines left out per message. */
export function limitRepeatedLogLines(report: (message: string, count: number) => void): LogLineLimit {
  let written = new Map<string, number>();
  let leftOut = new Map<string, number>();
  let began = 0;
  let timer: NodeJS.Timeout | undefined;
  const begin = (now: number) => {
    const before = leftOut;
    clearTimeout(timer);
    timer = undefined;
    began = now;
    written = new Map();
    leftOut = new Map();
    for (const [message, count] of before) report(message, count);
  };
  return {
    allows(message) {
      const now = Date.now();
      if (now - began >= minute) begin(now);
      // the beginning: a message with a changing number counts as the same message
      const begins = message.slice(0, 24);
      const key = written.has(begins) || written.size < mostMessages ? begins : 'others';
      const count = (written.get(key) ?? 0) + 1;
      written.set(key, count);
      if (count <= mostPerMinute) return true;
      leftOut.set(key, (leftOut.get(key) ?? 0) + 1);
      timer ??= setTimeout(() => begin(Date.now()), began + minute - now).unref();
      return false;
    },
  };
}
