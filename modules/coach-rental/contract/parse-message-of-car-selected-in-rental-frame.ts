import { isPlate } from '#kernel/check/vehicle-plate.ts';
import { parseInstant } from '#kernel/time/shanghai-time.ts';

/** A car selected on a rental platform, with the fields of the form of `rental/selection`. */
export interface SelectedCarMessage {
  readonly order_no: string;
  readonly plate: string;
  readonly driver: string;
  /** Unix seconds. */
  readonly from_at: number;
  readonly to_at: number;
  readonly price: string;
}

const names = ['type', 'order_no', 'plate', 'driver', 'from', 'to', 'price'];
const moment = /^.{10}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/;

/** A time in Unix seconds; without a zone it is read as Asia/Shanghai. */
function readMoment(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const found = moment.exec(value);
  if (!found) return undefined;
  const time = parseInstant(`${value.replace(' ', 'T')}${found[3] ? '' : '+08:00'}`);
  return time === undefined ? undefined : Math.floor(time / 1000);
}

function readWord(value: unknown, most: number): string | undefined {
  const word = typeof value === 'string' ? value.trim() : '';
  return word !== '' && word.length <= most ? word : undefined;
}

function readPrice(value: unknown): string | undefined {
  const written = typeof value === 'number' ? String(value) : value;
  return typeof written === 'string' && /^\d{1,9}(\.\d{1,2})?$/.test(written) ? Number(written).toFixed(2) : undefined;
}

/**
 * Parses a message that the page of a rental platform posted (domain reference §2.Z): `{ type: 'order.selected',
 * order_no, plate, driver, from, to, price }`, with exactly these fields. Undefined for any other message.
 */
export function parseSelectedCarMessage(message: unknown): SelectedCarMessage | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const record = message as Readonly<Record<string, unknown>>;
  if (record.type !== 'order.selected' || Object.keys(record).some((name) => !names.includes(name))) return undefined;
  const [order_no, driver] = [readWord(record.order_no, 64), readWord(record.driver, 40)];
  const plate = readWord(record.plate, 12)?.toUpperCase().replace(/[\s·]/g, '');
  const [from_at, to_at, price] = [readMoment(record.from), readMoment(record.to), readPrice(record.price)];
  if (!order_no || !driver || !plate || !isPlate(plate)) return undefined;
  if (from_at === undefined || to_at === undefined || to_at <= from_at || price === undefined) return undefined;
  return { order_no, plate, driver, from_at, to_at, price };
}
