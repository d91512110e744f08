import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A message received by the mail server: its envelope and raw content. */
export interface Arrived {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

/** Starts a real mail server on a free port; `options` decide what it accepts. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const arrived: Arrived[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        arrived.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString('utf8'),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    arrived,
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Subject and text of a message, whatever its encoding. */
export function readLetter(raw: string): { subject: string; text: string } {
  const cut = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, cut).replaceAll(/\r\n[ \t]+/g, ' ');
  const body = raw.slice(cut + 4);
  const subject = (/^Subject: (.*)$/m.exec(head)?.[1] ?? '')
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, how: string, text: string) =>
      decode(text.replaceAll('_', ' '), how),
    );
  const how = /^Content-Transfer-Encoding: (.*)$/im.exec(head)?.[1] ?? '';
  return { subject, text: decode(body, how === 'base64' ? 'b' : how === 'quoted-printable' ? 'q' : '').trim() };
}

function decode(text: string, how: string): string {
  if (how.toLowerCase() === 'b') return Buffer.from(text, 'base64').toString('utf8');
  if (how.toLowerCase() !== 'q') return text;
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
