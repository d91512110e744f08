/** A body declared as a form. */
export interface StrangeForm {
  what: string;
  type: string;
  body: Buffer;
}

const ordinary = 'multipart/form-data; boundary=x';
const form = (what: string, body: string | Buffer, type = ordinary): StrangeForm => ({
  what,
  type,
  body: typeof body === 'string' ? Buffer.from(body, 'latin1') : body,
});
const part = (headers: string, body = 'a') => `--x\r\n${headers}\r\n\r\n${body}\r\n`;
const file = (name = 'file', filename = 'a.png') =>
  `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: image/png`;
const field = (name: string) => `Content-Disposition: form-data; name="${name}"`;
const end = '--x--\r\n';

/** Malformed forms. */
export const strangeForms: readonly StrangeForm[] = [
  form('no boundary told', `${part(file())}${end}`, 'multipart/form-data'),
  form('an empty boundary', `${part(file())}${end}`, 'multipart/form-data; boundary='),
  form('a boundary in half a quote', `${part(file())}${end}`, 'multipart/form-data; boundary="x'),
  form(
    'a boundary of a thousand letters',
    `${part(file())}${end}`,
    `multipart/form-data; boundary=${'x'.repeat(1000)}`,
  ),
  form('another kind of multipart', `${part(file())}${end}`, 'multipart/mixed; boundary=x'),
  form('a boundary that never comes', `${part(file())}${end}`, 'multipart/form-data; boundary=y'),
  form('nothing', ''),
  form('the end alone', end),
  form('JSON', '{"file":"a"}'),
  form('a file that never ends', part(file()).slice(0, -2)),
  form('a file that ends in its headers', `--x\r\n${file()}`),
  form('a file that ends in half a boundary', `${part(file())}--`),
  form('a long file that never ends', part(file(), 'a'.repeat(200_000))),
  form('a part without headers', `--x\r\n\r\na\r\n${end}`),
  form('a part without a name', `${part('Content-Disposition: form-data')}${end}`),
  form('a file without a name', `${part('Content-Disposition: form-data; filename="a.png"')}${end}`),
  form('a file name of nothing', `${part(file('file', ''))}${end}`),
  form('a file name with a zero', `${part(file('file', 'a\0.png'))}${end}`),
  form('a file name that climbs', `${part(file('file', '../../../etc/passwd'))}${end}`),
  form('a file name of ten thousand letters', `${part(file('file', `${'a'.repeat(10_000)}.png`))}${end}`),
  form('a file name in no encoding', `${part(file('file', '\xed\xa0\x80\xff.png'))}${end}`),
  form(
    'a file name in an unknown charset',
    `${part(`Content-Disposition: form-data; name="file"; filename*=x-none''%ED%A0%80.png`)}${end}`,
  ),
  form('headers that are none', `${part('nonsense\r\n: :\r\n\0\r\n')}${end}`),
  form('headers of 200 kB', `${part(`${file()}\r\nX-A: ${'a'.repeat(200_000)}`)}${end}`),
  form('two thousand headers', `${part(`${file()}${'\r\nX-A: a'.repeat(2000)}`)}${end}`),
  form('line feeds alone', `${part(file())}${end}`.replaceAll('\r\n', '\n')),
  form('two files', `${part(file())}${part(file())}${end}`),
  form('thirty fields', `${part(field('a')).repeat(30)}${part(file())}${end}`),
  form('a field of 200 kB', `${part(field('a'), 'a'.repeat(200_000))}${part(file())}${end}`),
  form('the same field as text and file', `${part(field('file'))}${part(file())}${end}`),
  form('a field named __proto__', `${part(field('__proto__'))}${part(file())}${end}`),
  form('a file named constructor', `${part(file('constructor'))}${end}`),
  form(
    'a field of broken JSON',
    `${part(`${field('mode')}\r\nContent-Type: application/json`, '{"a":')}${part(file())}${end}`,
  ),
  form(
    'a field of JSON that is no text',
    `${part(`${field('mode')}\r\nContent-Type: application/json`, '{"toString":1}')}${part(file())}${end}`,
  ),
  form('a mode of half a character', `${part(field('mode'), '\xed\xa0\x80')}${part(file())}${end}`),
  form(
    'a form in a form',
    `${part(`${field('a')}\r\nContent-Type: multipart/mixed; boundary=y`, '--y\r\n\r\na\r\n--y--')}${end}`,
  ),
  form('base64 that is none', `${part(`${file()}\r\nContent-Transfer-Encoding: base64`, '====')}${end}`),
  form('an empty file', `${part(file(), '')}${end}`),
  form('fields alone', `${part(field('mode'), 'valid_only')}${end}`),
];
