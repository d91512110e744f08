/** Reads barcodes and QR codes in a camera picture or an image. */
interface CodeReader {
  /** Content of the first code in the image; undefined if there is none. */
  read(image: ImageBitmapSource): Promise<string | undefined>;
}

interface Detector {
  detect(image: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = {
  new (options: { formats: ['qr_code'] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
};

/** The browser's own barcode detector where it has one; else our own, loaded on demand. */
export async function openBarcodeReader(): Promise<CodeReader> {
  const { BarcodeDetector: native } = window as { BarcodeDetector?: DetectorClass };
  const formats = native ? await native.getSupportedFormats().catch(() => []) : [];
  const { BarcodeDetector: Reader } =
    native && formats.includes('qr_code') ? { BarcodeDetector: native } : await import('qr/decode.js');
  const detector: Detector = new Reader({ formats: ['qr_code'] });
  return { read: async (image) => (await detector.detect(image))[0]?.rawValue };
}
