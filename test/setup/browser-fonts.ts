import fs from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#data/package-root.ts';

export interface FontFiles {
  /** A machine with a Chinese font. */
  chinese: string;
  /** One without, which is given the product's own (web/theme/font.ts). */
  bare: string;
}

const chineseLetters = path.join(packageRoot, 'node_modules', '@embedpdf', 'fonts-sc', 'fonts');
const latinLetters = path.join(packageRoot, 'node_modules', 'pdfmake', 'fonts', 'Roboto');
/** What else the machine draws with: signs the Chinese font has not. */
const system = '  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>';
const family = 'Noto Sans S Chinese';

const conf = (inside: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${inside}
</fontconfig>
`;

/**
 * Says by files of fontconfig which fonts a browser finds, the same on every Linux; other systems bring Chinese fonts of
 * their own and do not read them. With a font on the machine a page is drawn once: without, it fetches thirty pieces of one
 * and is drawn anew, a quarter of what opening it costs.
 */
export function writeFontFiles(folder: string): FontFiles {
  const write = (name: string, inside: string): string => {
    const file = path.join(folder, `${name}.conf`);
    fs.writeFileSync(file, conf(`  <cachedir>${path.join(folder, 'fonts')}</cachedir>\n${inside}`));
    return file;
  };
  const alias = `  <alias binding="strong"><family>sans-serif</family><prefer><family>${family}</family></prefer></alias>`;
  return {
    chinese: write('chinese', `${system}\n  <dir>${chineseLetters}</dir>\n${alias}`),
    bare: write('bare', `  <dir>${latinLetters}</dir>`),
  };
}
