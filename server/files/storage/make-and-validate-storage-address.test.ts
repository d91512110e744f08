import fc from 'fast-check';
import { expect, test } from 'vitest';
import { saveNamePlaceholders } from '#kernel/settings/upload-settings.ts';
import {
  cleanTopic,
  isStorageAddress,
  isValidStorageAddressTemplate,
  makeStorageAddress,
} from './make-and-validate-storage-address.ts';

const parts = {
  topic: 'door',
  name: '现场 photo.jpg',
  suffix: 'jpg',
  sha1: 'a'.repeat(40),
  time: Date.UTC(2026, 10, 22, 4, 5, 6),
};

test('every place of the template is filled', () => {
  const template = `/storage/${saveNamePlaceholders.map((place) => `x{${place}}`).join('-')}`;
  expect(isValidStorageAddressTemplate(template)).toBe(true);
  expect(makeStorageAddress(template, parts)).toMatch(
    /^\/storage\/xdoor-x2026-x11-x22-x12-x05-x06-x\d{6}-x[\da-f]{32}-xphoto-xjpg-x\.jpg-xa{40}$/,
  );
});

/** Names typed by people and by attackers. */
const name = fc.oneof(
  fc.string({ maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 150 }),
  fc.constantFrom(
    '../../etc/passwd',
    '..\\..\\boot.ini',
    '.htaccess',
    'a/../b.png',
    'con.',
    '\u0000.png',
    '%2e%2e%2f',
    '/',
  ),
);

test('no name, topic or extension leads anywhere but to a file below /storage', () => {
  const template = fc.constantFrom(
    '/storage/{topic}/{filename}{.suffix}',
    '{filename}',
    '/{topic}-{suffix}',
    '{filesha1}/{filename}',
  );
  fc.assert(
    fc.property(template, name, name, name, (one, file, topic, suffix) => {
      const address = makeStorageAddress(one, { ...parts, name: file, topic, suffix });
      expect(isStorageAddress(address)).toBe(true);
      expect(address).toMatch(/^\/storage\/(?!private\/|result\/)/i);
      expect(cleanTopic(topic)).toMatch(/^[a-z][\w-]{0,19}$/);
    }),
  );
});

test('a template is refused when it is saved, never during an upload', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), name, (template, file) => {
      if (!isValidStorageAddressTemplate(template)) return;
      expect(isStorageAddress(makeStorageAddress(template, { ...parts, name: file }))).toBe(true);
    }),
  );
});
