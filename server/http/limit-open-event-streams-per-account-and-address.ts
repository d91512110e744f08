/** Maximum number of streams of one account. Opening another closes the oldest. */
const maxPerAccount = 12;
/** Maximum number of streams of one address. A bureau may share an address, but a very high number is an attack. */
const maxPerAddress = 240;

interface Open {
  readonly account: string;
  readonly address: string;
  /** Ends the stream; `crowded` if it makes room for another. */
  readonly close: (crowded: boolean) => void;
}

/** The open streams of this process. */
export interface OpenEventStreams {
  readonly size: number;
  /**
   * Admits a stream, closing the oldest of the same account if it has too many. Returns a function that removes it, or
   * undefined if the address has too many.
   */
  admit(one: Open): (() => void) | undefined;
  closeAll(): void;
}

export function limitOpenEventStreams(): OpenEventStreams {
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
      const oldest = own.size >= maxPerAccount ? own.values().next().value : undefined;
      const there = addresses.get(one.address) ?? 0;
      if (there - (oldest?.address === one.address ? 1 : 0) >= maxPerAddress) return undefined;
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
