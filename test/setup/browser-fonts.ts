import fs from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#data/package-root.ts';

export interface FontFiles {
  /** For a machine with a Chinese font. */
  chinese: string;
  /** For a machine without one, which loads the product's own (web/theme/load-font-if-system-lacks-chinese.ts). */
  bare: string;
}

const chineseLetters = path.join(packageRoot, 'node_modules', '@embedpdf', 'fonts-sc', 'fonts');
const latinLetters = path.join(packageRoot, 'node_modules', 'pdfmake', 'fonts', 'Roboto');
/** Fonts for characters that the Chinese font does not have. */
const system = '  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>';
const family = 'Noto Sans S Chinese';

const conf = (inside: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${inside}
</fontconfig>
`;

/**
 * Writes fontconfig files that determine which fonts a browser finds, the same on every Linux; other systems have
 * Chinese fonts of their own and ignore them. With an installed font a page is rendered once; without, it fetches
 * thirty parts of a web font and is rendered again, which is a quarter of the cost of opening it.
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
