import { deflateSync } from 'node:zlib';
import { loadCounties } from '#modules/demo/server/generate/county-shapes-and-random-points.ts';
import { type EnterpriseRow, generateEnterprises } from '#modules/demo/server/generate/generate-enterprises.ts';

/** Enterprises that are not registered yet, with valid codes and places inside their county. */
export async function inventEnterprises(areaCode: string, count: number, seed: number): Promise<EnterpriseRow[]> {
  const counties = await loadCounties(areaCode);
  return [...generateEnterprises({ counties, count, seed, now: new Date().toISOString() })];
}

export async function inventEnterprise(areaCode: string, seed: number): Promise<EnterpriseRow> {
  const [row] = await inventEnterprises(areaCode, 1, seed);
  if (!row) throw new Error('nothing was invented');
  return row;
}

/** A picture of one colour, as a file chosen in a page: a real PNG, since the server checks the content. */
export function inventPicture(name: string, [red, green, blue]: readonly [number, number, number]) {
  const [width, height] = [480, 320];
  const line = Buffer.alloc(1 + width * 3);
  for (let x = 0; x < width; x++) line.set([red, green, blue], 1 + x * 3);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits, RGB
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  const buffer = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { name, mimeType: 'image/png', buffer };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const made = Buffer.alloc(body.length + 8);
  made.writeUInt32BE(data.length, 0);
  body.copy(made, 4);
  made.writeUInt32BE(checksum(body), body.length + 4);
  return made;
}

/** CRC-32, as PNG has it. */
function checksum(data: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
