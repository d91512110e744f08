let offset = 0;

/** Every envelope carries the server's time: countdowns then agree with it however wrong the desk's clock is. */
export function noteServerTime(seconds: number | undefined): void {
  if (typeof seconds === 'number' && Number.isFinite(seconds)) offset = seconds - Date.now() / 1000;
}

/** Now, in unix seconds, as the server sees it. */
export const serverNow = (): number => Math.floor(Date.now() / 1000 + offset);
