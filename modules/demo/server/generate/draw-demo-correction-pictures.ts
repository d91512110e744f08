import { loadSharp } from '#server/files/inspect/measure-and-strip-picture.ts';

/** What was wrong at an agency, each drawn as it was found and as it is after the correction. */
export type DemoCorrectionScene = 'licence' | 'contract';

const [width, height] = [960, 720];

/** Lines of a text that nobody has to read. */
const lines = (x: number, y: number, lengths: readonly number[], gap = 16) =>
  lengths
    .map(
      (length, n) =>
        `<rect x="${x}" y="${y + n * gap}" width="${length}" height="6" rx="3" fill="#6b6459" opacity="0.75"/>`,
    )
    .join('');

const seal = (x: number, y: number, size: number) =>
  `<g transform="translate(${x} ${y})" fill="none" stroke="#c0281f" stroke-width="5" opacity="0.85">
    <circle r="${size}"/><path fill="#c0281f" stroke="none" transform="scale(${size / 26})"
    d="M0-12 3-4 11-4 5 2 7 10 0 5-7 10-5 2-11-4-3-4Z"/></g>`;

const frame = (x: number, y: number, across: number, down: number, inside: string) =>
  `<g><rect x="${x + 6}" y="${y + 8}" width="${across}" height="${down}" fill="#000" opacity="0.18"/>
    <rect x="${x}" y="${y}" width="${across}" height="${down}" fill="#8a5a2b"/>
    <rect x="${x + 12}" y="${y + 12}" width="${across - 24}" height="${down - 24}" fill="#fbf7ea"/>${inside}</g>`;

/** The wall behind the counter of an agency: bare, or with its licence and business licence. */
const wall = (hung: boolean) => `
  <rect width="960" height="470" fill="url(#wall)"/><rect y="470" width="960" height="250" fill="#a98763"/>
  ${
    hung
      ? frame(210, 110, 230, 170, lines(250, 150, [150]) + lines(245, 184, [160, 130, 145], 18) + seal(385, 238, 20)) +
        frame(520, 110, 230, 170, lines(560, 150, [150]) + lines(555, 184, [150, 165, 120], 18) + seal(695, 238, 20))
      : '<circle cx="325" cy="118" r="4" fill="#7c756a"/><circle cx="635" cy="118" r="4" fill="#7c756a"/>' +
        '<rect x="215" y="124" width="222" height="160" fill="#fff" opacity="0.16"/>'
  }
  <path d="M90 520h780l40 200H50Z" fill="#6d4b2f"/><path d="M90 520h780l6 30H84Z" fill="#8b6341"/>
  <rect x="330" y="400" width="210" height="130" rx="8" fill="#23262b"/><rect x="342" y="412" width="186" height="104" fill="#3f5d78"/>
  <rect x="650" y="452" width="90" height="70" rx="6" fill="#d9d4c6"/>${lines(664, 468, [60, 48, 56], 14)}`;

/** The contract on the table: without signature and seal, or complete. */
const contractOnTable = (signed: boolean) => `
  <rect width="960" height="720" fill="#7d5a3c"/><path d="M0 120h960M0 300h960M0 500h960" stroke="#6b4a2f" stroke-width="6"/>
  <g transform="rotate(-4 480 360)"><rect x="258" y="78" width="460" height="590" fill="#000" opacity="0.2"/>
    <rect x="250" y="66" width="460" height="590" fill="#fdfcf7"/>${lines(390, 110, [180], 20)}
    ${lines(292, 164, [376, 350, 376, 300, 376, 366, 240], 24)}${lines(292, 360, [376, 340, 376, 210], 24)}
    <path d="M292 540h150M500 540h170" stroke="#8d8779" stroke-width="3"/>
    ${
      signed
        ? `<path d="M302 530c20-46 34 22 52-10s18-26 30 4 22-30 44-8" fill="none" stroke="#1d2f6f" stroke-width="5"/>
           <path d="M512 530c16-40 30 14 46-16s30-4 42 6" fill="none" stroke="#1d2f6f" stroke-width="5"/>${seal(610, 560, 46)}`
        : '<rect x="286" y="352" width="392" height="104" fill="#fdfcf7"/><path d="M292 372h376M292 400h376M292 428h376" stroke="#c9c2b2" stroke-width="3"/>'
    }</g>
  <g transform="rotate(32 800 470)"><rect x="786" y="330" width="22" height="250" rx="9" fill="#20324f"/><path d="M786 580h22l-11 34Z" fill="#c9c2b2"/></g>`;

const scenes: Readonly<Record<DemoCorrectionScene, (corrected: boolean) => string>> = {
  licence: wall,
  contract: contractOnTable,
};

/** A picture as JPEG, always the same bytes for the same scene. */
export async function drawDemoCorrectionPicture(scene: DemoCorrectionScene, corrected: boolean): Promise<Buffer> {
  const sharp = await loadSharp();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 960 720">
    <defs><linearGradient id="wall" x2="0" y2="1"><stop stop-color="#efe9dc"/><stop offset="1" stop-color="#d8cfbd"/></linearGradient>
    <radialGradient id="light" cx="0.45" cy="0.35" r="0.85"><stop offset="0.55" stop-opacity="0"/><stop offset="1" stop-opacity="0.34"/></radialGradient></defs>
    ${scenes[scene](corrected)}<rect width="960" height="720" fill="url(#light)"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();
}
