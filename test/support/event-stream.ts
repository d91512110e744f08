import { setTimeout as sleep } from 'node:timers/promises';

/** An event as it arrives in a live stream. */
export interface ReceivedEvent {
  id: string;
  data: {
    name: string;
    resource: string;
    row_id: number;
    area_code: string | null;
    payload: Record<string, unknown>;
    [more: string]: unknown;
  };
}

export interface EventStream {
  events: ReceivedEvent[];
  /** Every message, by kind, including heartbeats. */
  messages: { kind: string; id: string; data: unknown }[];
  ended: () => boolean;
  status: number;
  type: string;
}

const open: AbortController[] = [];

/** Closes every open stream, at the end of a test. */
export function closeStreams(): void {
  for (const one of open.splice(0)) one.abort();
}

/** Opens a stream as a browser does and collects what arrives. */
export async function openEventStream(
  { address }: { address: string },
  path: string,
  query: string,
  lastEventId?: string,
): Promise<EventStream> {
  const control = new AbortController();
  open.push(control);
  const response = await fetch(`${address}${path}?server=1&${query}`, {
    signal: control.signal,
    headers: lastEventId ? { 'last-event-id': lastEventId } : {},
  });
  const events: ReceivedEvent[] = [];
  const messages: EventStream['messages'] = [];
  let ended = false;
  void (async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1] ?? '';
        if (field('event')) messages.push({ kind: field('event'), id: field('id'), data: JSON.parse(field('data')) });
        if (field('event') === 'event')
          events.push({ id: field('id'), data: JSON.parse(field('data')) as ReceivedEvent['data'] });
      }
    }
  })()
    .catch(() => {})
    .finally(() => {
      ended = true;
    });
  await sleep(150);
  return {
    events,
    messages,
    ended: () => ended,
    status: response.status,
    type: response.headers.get('content-type') ?? '',
  };
}

export async function waitUntil(check: () => boolean, ms = 8000): Promise<void> {
  for (const end = Date.now() + ms; !check() && Date.now() < end; ) await sleep(20);
}
