import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** The page on which anybody can draw again what was drawn; the notice of a draw and its QR code lead there. */
export const drawVerificationPage = {
  name: 'enforcement/draw-verification',
  path: '/verify/draw/:no?',
  title: text('抽取验证', 'Verify a draw'),
} as const satisfies PublicPage;

/** Where the record of a published draw is read without an account, as JSON by docs/formats/draw.md: `{address}?no=…`. */
export const drawRecordAddress = '/api/enforcement.draw/record';

/** The verifier for Node, built from the same code as the page (apps/verify.ts). */
export const verifierAddress = '/xingjian-verify.mjs';
