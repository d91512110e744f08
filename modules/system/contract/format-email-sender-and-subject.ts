import { type Locale, text, textIn } from '#kernel/text/text.ts';

const subject = text('【{name}】{about}', '{about} · {name}');

/** Sender name and subject of an e-mail. */
export function formatEmailSenderAndSubject(
  site: { readonly name: string; readonly name_en: string },
  about: string,
  locale: Locale,
): { from: string; subject: string } {
  const name = locale === 'en' ? site.name_en : site.name;
  return { from: name, subject: textIn(subject, locale, { name, about }) };
}
