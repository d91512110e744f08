import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A cipher text that this key cannot read, or that is not for this account. */
export class CallbackCipherError extends Error {}

/** Bytes of the block to which messages are padded (PKCS#7 with blocks of 32). */
const blockSize = 32;
const randomLength = 16;
const lengthLength = 4;

/** The key of 32 bytes that an EncodingAESKey of 43 characters stands for. Its first half is the initialisation vector. */
function keyOf(encodingAesKey: string): { readonly key: Buffer; readonly vector: Buffer } {
  const key = Buffer.from(`${encodingAesKey}=`, 'base64');
  if (key.length !== 32) throw new CallbackCipherError('no key of 32 bytes');
  return { key, vector: key.subarray(0, 16) };
}

/** Encrypts a message for an account: 16 random bytes, its length in 4 bytes, the message, the AppID (AES-256-CBC, base64). */
export function encryptCallbackMessage(encodingAesKey: string, appId: string, message: string): string {
  const { key, vector } = keyOf(encodingAesKey);
  const content = Buffer.from(message);
  const length = Buffer.alloc(lengthLength);
  length.writeUInt32BE(content.length);
  const plain = Buffer.concat([randomBytes(randomLength), length, content, Buffer.from(appId)]);
  const padding = blockSize - (plain.length % blockSize);
  const cipher = createCipheriv('aes-256-cbc', key, vector).setAutoPadding(false);
  return Buffer.concat([
    cipher.update(Buffer.concat([plain, Buffer.alloc(padding, padding)])),
    cipher.final(),
  ]).toString('base64');
}

/**
 * The message in a cipher text.
 *
 * @throws CallbackCipherError also if it was encrypted for another account
 */
export function decryptCallbackMessage(encodingAesKey: string, appId: string, cipherText: string): string {
  const { key, vector } = keyOf(encodingAesKey);
  const bytes = Buffer.from(cipherText, 'base64');
  if (bytes.length === 0 || bytes.length % 16 !== 0) throw new CallbackCipherError('no whole blocks');
  const decipher = createDecipheriv('aes-256-cbc', key, vector).setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(bytes), decipher.final()]);
  const padding = padded.at(-1) ?? 0;
  if (padding < 1 || padding > blockSize || padding > padded.length) throw new CallbackCipherError('wrong padding');
  const plain = padded.subarray(0, padded.length - padding);
  const from = randomLength + lengthLength;
  if (plain.length < from) throw new CallbackCipherError('too short');
  const to = from + plain.readUInt32BE(randomLength);
  if (to > plain.length || plain.subarray(to).toString() !== appId)
    throw new CallbackCipherError('for another account');
  return plain.subarray(from, to).toString('utf8');
}
