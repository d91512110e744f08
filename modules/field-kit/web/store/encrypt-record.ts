/** What an encryption binds to its record: content moved to another record does not open there. */
const boundTo = (id: string) => new TextEncoder().encode(`xingjian field record ${id}`);

/** Random bytes of one encryption. */
export const ivLength = 12;

export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/** Encrypts bytes for a record. */
export async function sealBytes(key: CryptoKey, id: string, bytes: BufferSource): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(ivLength));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: boundTo(id) }, key, bytes);
  return { iv, data };
}

/** Decrypts the bytes of a record; rejects if they were changed. */
export const openBytes = (key: CryptoKey, id: string, { iv, data }: Sealed): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: boundTo(id) }, key, data);

/** Encrypts a value as JSON. */
export const sealValue = (key: CryptoKey, id: string, value: unknown): Promise<Sealed> =>
  sealBytes(key, id, new TextEncoder().encode(JSON.stringify(value)));

/** Decrypts a value stored by `sealValue`. */
export const openValue = async <T>(key: CryptoKey, id: string, sealed: Sealed): Promise<T> =>
  JSON.parse(new TextDecoder().decode(await openBytes(key, id, sealed))) as T;
