import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { encryptionWithMasterKey, openEncryptionKeyFile } from '#server/encryption-and-signing.ts';

const seal = encryptionWithMasterKey(Buffer.alloc(32, 7));
const other = encryptionWithMasterKey(Buffer.alloc(32, 8));
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});
function makeFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'xingjian-seal-'));
  folders.push(folder);
  return folder;
}

test('a sealed value can be opened, and shows only its mask', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (value) => {
      const sealed = seal.seal(value, '***');
      expect(seal.open(sealed)).toBe(value);
      expect(sealed.mask).toBe('***');
      expect(sealed.cipher).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+\.[\w-]+\.[\w-]*$/);
      if (value.length > 5) expect(JSON.stringify(sealed)).not.toContain(value);
    }),
  );
});

test('the same value is encrypted differently each time, and found by its hash', () => {
  const [one, two] = [seal.seal('11010519491231002X', '1101'), seal.seal('11010519491231002X', '1101')];
  expect(one.cipher).not.toBe(two.cipher);
  expect(one.hash).toBe(two.hash);
  expect(seal.hash(' 11010519491231002x ')).toBe(one.hash);
  expect(seal.hash('abc')).toBe(seal.seal('abc', '').hash);
  expect(other.hash('11010519491231002X')).not.toBe(one.hash);
});

test('a changed value, or one sealed with another key, cannot be opened', () => {
  const sealed = seal.seal('13800000000', '138');
  expect(() => other.open(sealed)).toThrow('sealed with another key');
  const parts = sealed.cipher.split('.');
  for (let part = 0; part < parts.length; part++) {
    const changed = parts.map((each, n) => (n === part ? flip(each) : each)).join('.');
    expect(() => seal.open({ ...sealed, cipher: changed }), `part ${part}`).toThrow();
  }
  expect(seal.open({ ...sealed, mask: '***', cipher: '' }), 'what was forgotten opens to what stands for it').toBe(
    '***',
  );
  for (const cipher of ['v1', 'v1.x.y.z', `v2.${parts.slice(1).join('.')}`])
    expect(() => seal.open({ ...sealed, cipher })).toThrow();
});

const flip = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;

test('signatures are valid for exactly one value', () => {
  const signature = seal.sign('ticket:1');
  expect(seal.verify('ticket:1', signature)).toBe(true);
  for (const [value, given] of [
    ['ticket:2', signature],
    ['ticket:1', flip(signature)],
    ['ticket:1', ''],
    ['ticket:1', signature.slice(0, -1)],
    ['ticket:1', '签名'],
  ] as const)
    expect(seal.verify(value, given)).toBe(false);
  expect(other.verify('ticket:1', signature)).toBe(false);
  expect(seal.sign('x')).not.toBe(seal.hash('x'));
});

test('the key file is made once, for its owner alone', () => {
  const folder = path.join(makeFolder(), 'data');
  const first = openEncryptionKeyFile(folder);
  const file = path.join(folder, 'secret.key');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  const written = fs.readFileSync(file, 'utf8');
  const second = openEncryptionKeyFile(folder);
  expect(fs.readFileSync(file, 'utf8')).toBe(written);
  expect(second.open(first.seal('值', ''))).toBe('值');
});

test('an invalid key file is refused', () => {
  const folder = makeFolder();
  for (const text of ['', 'short', 'zz'.repeat(32), 'ab'.repeat(31)]) {
    fs.writeFileSync(path.join(folder, 'secret.key'), text);
    expect(() => openEncryptionKeyFile(folder)).toThrow('secret.key');
  }
});
