import encodeQR from 'qr';
import './scan.css';

/** Modules of white around a code (ISO/IEC 18004: four; readers of today need two). */
const border = 2;

/** A QR code drawn in the browser, also without a network. Always dark on white, because readers expect it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg className="xj-qr-code" role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`}>
      <path d={path} />
    </svg>
  );
}
