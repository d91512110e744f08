/** What a record is; the store knows no more of its content. */
export type RecordKind = 'operation' | 'pack' | 'common' | 'picture' | 'draft';

/** Encrypted content, with what must be known before the PIN is entered. */
export interface EncryptedRecord {
  readonly id: string;
  readonly kind: RecordKind;
  /** The check it belongs to; 0 for none. */
  readonly check: number;
  /** Position among all records of its kind. */
  readonly order: number;
  /** Whether the platform has it. */
  readonly sent: boolean;
  /** Unix ms from which it is deleted at the next opportunity; 0: when it is sent and its pack is gone. */
  readonly until: number;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/** What is stored of the phone's PIN, its device and its owner. Nothing in it opens a record without the PIN. */
export interface PhoneStoreHeader {
  /**
   * Key of this phone, without which no PIN opens anything. The browser uses it and never gives it out, so that it is in no copy
   * that a script makes, nor in an exported file. Missing on phones that were set up before there was one.
   */
  readonly deviceKey?: CryptoKey;
  readonly salt: Uint8Array<ArrayBuffer>;
  readonly iterations: number;
  readonly iv: Uint8Array<ArrayBuffer>;
  /** The key of all records, encrypted by a key made of the PIN. */
  readonly wrapped: ArrayBuffer;
  /** Wrong PINs since the last right one. */
  readonly failures: number;
  /** Unix ms before which no PIN is tried. */
  readonly closedUntil: number;
  /** Account of the owner, as the session names it, and its name for the lock screen. */
  readonly account: number;
  readonly name: string;
  /** The device, as the platform knows it, and the secret by which it asks whether it was revoked. */
  readonly device: string;
  readonly secret: string;
}

/**
 * Storage of the kit. Everything written in one call is stored together or not at all, and is on the disk when the
 * promise resolves.
 */
export interface EncryptedPhoneStore {
  readHeader(): Promise<PhoneStoreHeader | undefined>;
  writeHeader(header: PhoneStoreHeader): Promise<void>;
  /** Records of a kind, in order. */
  list(kind: RecordKind): Promise<readonly EncryptedRecord[]>;
  read(id: string): Promise<EncryptedRecord | undefined>;
  change(put: readonly EncryptedRecord[], remove?: readonly string[]): Promise<void>;
  /** Deletes everything. */
  wipe(): Promise<void>;
}

/** The phone has no space left; nothing was stored. */
export class StorageFull extends Error {}
