import { expect, test } from 'vitest';
import { readCaptureTime } from './capture-time-of-picture.ts';

/** A JPEG of nothing but its EXIF, in either byte order. */
function jpeg(time: string, offset?: string, little = true): ArrayBuffer {
  const bytes = new Uint8Array(200);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xffd8);
  view.setUint16(2, 0xffe1);
  view.setUint16(4, 190);
  view.setUint32(6, 0x45786966);
  const start = 12;
  view.setUint16(start, little ? 0x4949 : 0x4d4d);
  view.setUint16(start + 2, 42, little);
  view.setUint32(start + 4, 8, little);
  const entry = (at: number, tag: number, value: number) => {
    view.setUint16(start + at, tag, little);
    view.setUint32(start + at + 8, value, little);
  };
  view.setUint16(start + 8, 1, little);
  entry(10, 0x8769, 30);
  view.setUint16(start + 30, offset ? 2 : 1, little);
  entry(32, 0x9003, 80);
  entry(44, 0x9011, 110);
  const write = (at: number, content: string) =>
    bytes.set(
      [...content].map((one) => one.charCodeAt(0)),
      start + at,
    );
  write(80, time);
  if (offset) write(110, offset);
  return bytes.buffer;
}

const at = Date.parse('2026-11-20T10:20:30+08:00') / 1000;

test('the time of a picture is read in either byte order, and in the time zone that it states', () => {
  expect(readCaptureTime(jpeg('2026:11:20 10:20:30'))).toBe(at);
  expect(readCaptureTime(jpeg('2026:11:20 10:20:30', undefined, false))).toBe(at);
  expect(readCaptureTime(jpeg('2026:11:20 02:20:30', '+00:00'))).toBe(at);
});

test('anything else states no time, however it is cut', () => {
  expect(readCaptureTime(jpeg('    :  :     :  :  '))).toBeUndefined();
  expect(readCaptureTime(new TextEncoder().encode('not a picture').buffer as ArrayBuffer)).toBeUndefined();
  const whole = jpeg('2026:11:20 10:20:30', '+08:00');
  for (let length = 0; length < whole.byteLength; length += 1)
    expect([undefined, at]).toContain(readCaptureTime(whole.slice(0, length)));
});
