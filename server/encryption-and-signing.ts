import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** A stored personal number: the mask for display, the cipher text for reveals, and a hash for exact searches. */
export interface EncryptedNumber {
  mask: string;
  /** `v1.<key id>.<iv>.<tag>.<cipher text>`, AES-256-GCM, base64url. */
  cipher: string;
  /** HMAC-SHA-256 of the plain value, base64url. */
  hash: string;
}

/**
 * The platform's cryptography with keys derived from one key file: encryption of personal numbers, hashes, signatures
 * of links.
 */
export interface EncryptionAndSigning {
  seal(value: string, mask: string): EncryptedNumber;
  /** The plain value. Throws if the cipher text was made with another key or was changed. */
  open(sealed: EncryptedNumber): string;
  hash(value: string): string;
  /** Signature of a link or ticket. */
  sign(value: string): string;
  verify(value: string, signature: string): boolean;
}

/** Bytes of an initialisation vector for GCM. */
const vectorLength = 12;

/** Opens the key file in the data folder and creates it (32 random bytes, mode 0600) at the first start. */
export function openEncryptionKeyFile(dataDir: string): EncryptionAndSigning {
  const file = path.join(dataDir, 'secret.key');
  fs.mkdirSync(dataDir, { recursive: true });
  try {
    // `wx`: two processes that start at the same time use the same key
    fs.writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return encryptionWithMasterKey(Buffer.from(fs.readFileSync(file, 'utf8').trim(), 'hex'));
}

export function encryptionWithMasterKey(master: Buffer): EncryptionAndSigning {
  if (master.length !== 32) throw new Error('secret.key must hold 32 bytes in hexadecimal');
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', `xingjian ${purpose}`, 32));
  const [cipherKey, hashKey, signKey] = [derive('seal'), derive('hash'), derive('sign')];
  const keyId = createHash('sha256').update(cipherKey).digest('hex').slice(0, 8);
  const hmac = (key: Buffer, value: string) => createHmac('sha256', key).update(value).digest('base64url');
  // upper and lower case, and surrounding spaces, do not matter
  const hash = (value: string) => hmac(hashKey, value.trim().toUpperCase());
  // generated in advance: a system call for twelve bytes takes longer than encrypting
  let vectors = Buffer.alloc(0);
  const nextVector = () => {
    if (vectors.length === 0) vectors = randomBytes(vectorLength * 128);
    const vector = vectors.subarray(0, vectorLength);
    vectors = vectors.subarray(vectorLength);
    return vector;
  };
  return {
    seal(value, mask) {
      const iv = nextVector();
      const cipher = createCipheriv('aes-256-gcm', cipherKey, iv);
      const body = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
      const parts = [iv, cipher.getAuthTag(), body].map((part) => part.toString('base64url'));
      return { mask, cipher: `v1.${keyId}.${parts.join('.')}`, hash: hash(value) };
    },
    open({ cipher, mask }) {
      // a forgotten value (write/row-set/erase-personal-data.ts) opens to its mask
      if (cipher === '') return mask;
      const [version, id, iv = '', tag = '', body = ''] = cipher.split('.');
      if (version !== 'v1' || id !== keyId) throw new Error('sealed with another key');
      const decipher = createDecipheriv('aes-256-gcm', cipherKey, Buffer.from(iv, 'base64url'));
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8');
    },
    hash,
    sign: (value) => hmac(signKey, value),
    verify(value, signature) {
      const expected = Buffer.from(hmac(signKey, value));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}
