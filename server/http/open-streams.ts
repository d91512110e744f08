/** Tabs and windows of one person; who opens more looks at the newest. */
const mostPerAccount = 12;
/** Officers of a whole bureau may share one address; many accounts at one address are an attack all the same. */
const mostPerAddress = 240;

interface Open {
  readonly account: string;
  readonly address: string;
  /** Ends the stream; `crowded` where it made place for another. */
  readonly close: (crowded: boolean) => void;
}

/** The open streams of this process. */
export interface OpenStreams {
  readonly size: number;
  /** Lets one in, the oldest of the same account going for it; undefined: the address has too many. */
  admit(one: Open): (() => void) | undefined;
  closeAll(): void;
}

export function trackOpenStreams(): OpenStreams {
  const open = new Set<Open>();
  const accounts = new Map<string, Set<Open>>();
  const addresses = new Map<string, number>();

  function leave(one: Open): void {
    if (!open.delete(one)) return;
    const own = accounts.get(one.account);
    own?.delete(one);
    if (own?.size === 0) accounts.delete(one.account);
    const left = (addresses.get(one.address) ?? 1) - 1;
    if (left > 0) addresses.set(one.address, left);
    else addresses.delete(one.address);
  }

  return {
    get size() {
      return open.size;
    },
    admit(one) {
      const own = accounts.get(one.account) ?? new Set();
      const oldest = own.size >= mostPerAccount ? own.values().next().value : undefined;
      const there = addresses.get(one.address) ?? 0;
      if (there - (oldest?.address === one.address ? 1 : 0) >= mostPerAddress) return undefined;
      if (oldest) {
        leave(oldest);
        oldest.close(true);
      }
      open.add(one);
      accounts.set(one.account, own.add(one));
      addresses.set(one.address, (addresses.get(one.address) ?? 0) + 1);
      return () => leave(one);
    },
    closeAll() {
      for (const one of [...open]) {
        leave(one);
        one.close(false);
      }
    },
  };
}
