/** Version of the file in which a phone hands over everything it has recorded. */
export const bundleFormat = 1;

/** Type of the file and its suffix. */
export const bundleSuffix = 'xjfield';

/** Largest file, in bytes: a week of pictures. */
export const mostBundleBytes = 200 * 1024 * 1024;

/** The first line of the file, as JSON. It opens nothing without the PIN. */
export interface BundleHeader {
  readonly xingjian: 'field-kit';
  readonly format: number;
  /** Base64. */
  readonly salt: string;
  readonly iterations: number;
  readonly iv: string;
  readonly wrapped: string;
  readonly device: string;
  readonly account: number;
  /** Unix ms. */
  readonly made_at: number;
}

/** Each further line: a record as it lies on the phone. */
export interface BundleLine {
  readonly id: string;
  readonly kind: 'operation' | 'picture';
  readonly iv: string;
  readonly data: string;
}
