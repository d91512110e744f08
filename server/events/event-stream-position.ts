/** The transactions that had ended at a moment: all before `xmax` except those in `open`. */
export interface TransactionSnapshot {
  readonly xmax: number;
  readonly open: readonly number[];
}

/**
 * A position in the stream of events: everything of the snapshot's transactions was delivered, and of transaction `tx`
 * everything up to event `id`. Ids and transactions are numbered before they commit, so neither alone tells what was
 * visible when.
 */
export interface StreamPosition extends TransactionSnapshot {
  readonly tx: number;
  readonly id: number;
}

/** Transaction and id of an event in the outbox. */
export interface EventPosition {
  readonly tx: number;
  readonly id: number;
}

/** `xmin:xmax:xip,xip` as PostgreSQL writes a pg_snapshot. */
export function parseSnapshot(written: string): TransactionSnapshot {
  const [, xmax, open] = written.split(':');
  return { xmax: Number(xmax), open: open ? open.split(',').map(Number) : [] };
}

/** The smallest transaction that was not delivered completely. */
export const lowestUndelivered = ({ xmax, open }: TransactionSnapshot): number => Math.min(xmax, ...open);

/** Whether an event was not yet delivered at a place. */
export const isAfterPosition = (event: EventPosition, place: StreamPosition): boolean =>
  event.tx >= place.xmax || place.open.includes(event.tx) || (event.tx === place.tx && event.id > place.id);

/** The place after an event, when events are delivered in order of transactions from one snapshot to the next. */
export function positionAfterEvent(
  { tx, id }: EventPosition,
  from: TransactionSnapshot,
  to: TransactionSnapshot,
): StreamPosition {
  const xmax = Math.max(from.xmax, tx + 1);
  const stillOpen = from.open.filter((one) => one > tx || to.open.includes(one));
  const passedBy = to.open.filter((one) => one >= from.xmax && one < xmax);
  return { tx, id, xmax, open: [...stillOpen, ...passedBy] };
}

/** The place at which everything of a snapshot was delivered. */
export const positionAtSnapshot = ({ xmax, open }: TransactionSnapshot): StreamPosition => ({
  tx: 0,
  id: 0,
  xmax,
  open,
});

const most = 300;

/** A place as the `id:` of a stream: `tx-id`, followed by the snapshot unless that is simply “all before”. */
export function formatStreamPosition({ tx, id, xmax, open }: StreamPosition): string {
  return xmax === tx + 1 && open.length === 0 ? `${tx}-${id}` : `${tx}-${id}-${xmax}-${open.join('.')}`;
}

export function parseStreamPosition(written: unknown): StreamPosition | undefined {
  const parts = /^(\d{1,15})-(\d{1,15})(?:-(\d{1,15})-([\d.]{0,4800}))?$/.exec(String(written ?? ''));
  if (!parts) return undefined;
  const [tx, id] = [Number(parts[1]), Number(parts[2])];
  if (parts[3] === undefined) return { tx, id, xmax: tx + 1, open: [] };
  const open = parts[4] ? parts[4].split('.') : [];
  if (open.length > most || open.some((one) => !/^\d{1,15}$/.test(one))) return undefined;
  return { tx, id, xmax: Number(parts[3]), open: open.map(Number) };
}
