/** Reads codes in what a camera shows, or in a picture. */
export interface CodeReader {
  /** What the first code in it says; undefined where there is none. */
  read(image: ImageBitmapSource): Promise<string | undefined>;
}

interface Detector {
  detect(image: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = {
  new (options: { formats: ['qr_code'] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

/** The reader of the device where it has one, which costs nothing; else one of our own, loaded when it is asked for. */
export async function openCodeReader(): Promise<CodeReader> {
  const { BarcodeDetector: native } = window as { BarcodeDetector?: DetectorClass };
  const formats = native ? await native.getSupportedFormats().catch(() => []) : [];
  const { BarcodeDetector: Reader } =
    native && formats.includes('qr_code') ? { BarcodeDetector: native } : await import('qr/decode.js');
  const detector: Detector = new Reader({ formats: ['qr_code'] });
  return { read: async (image) => (await detector.detect(image))[0]?.rawValue };
}
