import { type Text, text, textIn } from '#kernel/text/text.ts';
import { publicAddressOrHost } from '#modules/document/contract/settings-required-to-issue-documents.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import type { Call } from '#server/http/controller.ts';
import { randomCheckCode } from '#server/pdf/random-check-code-of-printed-document.ts';
import { type PrintedDocument, storePrintedDocument } from '#server/pdf/store-and-find-printed-documents.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';

const texts = {
  scan: text('扫码或输入验证码核验本表', 'Scan the code or enter the verification code to verify this form'),
  code: text('验证码 {code}', 'Verification code {code}'),
  officer: text('主管部门', 'Competent authority'),
  member: text('旅行社或相关企业（经平台）', 'Travel agency or firm (via the platform)'),
} as const;

/** Columns whose change makes a print outdated. */
export const printOutdatingColumns = ['change_count', 'tourist_count', 'list_hash', 'start_at', 'end_at'] as const;

export const authorityName = ({ engine }: Call): string =>
  engine.settings(siteSettings).authority ?? engine.settings(siteSettings).name;

/** Verification code at the end of a print, with the URL that checks it. */
export interface PrintVerificationCode {
  readonly code: string;
  readonly address: string;
  readonly lines: readonly string[];
}

/** Creates a code for a new print; it is valid once {@link storePrintVerificationCode} has stored it. */
export function createPrintVerificationCode({ engine, caller, request }: Call): PrintVerificationCode {
  const code = randomCheckCode();
  const address = `${publicAddressOrHost(engine.settings, request)}/check/${code}`;
  const shown = code.replace(/(.{4})(?=.)/g, '$1-');
  return {
    code,
    address,
    lines: [texts.scan[caller.locale], textIn(texts.code, caller.locale, { code: shown }), address],
  };
}

/** Stores facts and checksum of a print before it is sent. */
export const storePrintVerificationCode = (
  call: Call,
  { code }: PrintVerificationCode,
  made: {
    readonly bytes: Uint8Array;
    readonly title: Text;
    readonly facts: PrintedDocument['facts'];
    readonly team?: number;
  },
): Promise<void> =>
  storePrintedDocument(call.engine.db, {
    code,
    title: made.title,
    facts: made.facts,
    bytes: made.bytes,
    authority: authorityName(call),
    made_by: call.caller.type === 'admin' ? texts.officer : texts.member,
    ...(made.team !== undefined && { of: { resource: itinerary, id: made.team, watches: printOutdatingColumns } }),
  });
