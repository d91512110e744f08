/** What an encryption binds to its record: content moved to another record does not open there. */
const boundTo = (id: string) => new TextEncoder().encode(`xingjian field record ${id}`);

/** Random bytes of one encryption. */
export const ivLength = 12;

export interface EncryptedContent {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/** Encrypts bytes for a record. */
export async function encryptBytes(key: CryptoKey, id: string, bytes: BufferSource): Promise<EncryptedContent> {
  const iv = crypto.getRandomValues(new Uint8Array(ivLength));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: boundTo(id) }, key, bytes);
  return { iv, data };
}

/** Decrypts the bytes of a record; rejects if they were changed. */
export const decryptBytes = (key: CryptoKey, id: string, { iv, data }: EncryptedContent): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: boundTo(id) }, key, data);

/** Encrypts a value as JSON. */
export const encryptValue = (key: CryptoKey, id: string, value: unknown): Promise<EncryptedContent> =>
  encryptBytes(key, id, new TextEncoder().encode(JSON.stringify(value)));

/** Decrypts a value stored by `encryptValue`. */
export const decryptValue = async <T>(key: CryptoKey, id: string, sealed: EncryptedContent): Promise<T> =>
  JSON.parse(new TextDecoder().decode(await decryptBytes(key, id, sealed))) as T;
