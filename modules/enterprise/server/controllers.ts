import { isMobile, normalizeMobile } from '#kernel/check/mobile.ts';
import { messages } from '#kernel/text/message.ts';
import { text } from '#kernel/text/text.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { takeUpload } from '#server/http/files/file-routes.ts';
import { checkCode, wrongCode } from '#server/message/one-time-code.ts';
import type { Platform } from '#server/platform/server-module.ts';
import { invalid, Refused } from '#server/refusal.ts';
import { findAccount, uploadTopicOf } from './applicant.ts';
import { claimEnterprise } from './claim-enterprise.ts';
import { readDraft, saveDraft } from './draft.ts';
import { findRegistered, findRegisteredAgency } from './lookup.ts';
import { membershipController } from './membership-controller.ts';
import { readProgress } from './progress.ts';
import { registerEnterprise } from './register-enterprise.ts';
import { drawSupervisionCode, readSupervisionRecord } from './supervision-code.ts';
import { issueTicket, readTicket, ticketLife } from './ticket.ts';

const uploadTitle = text('上传登记材料', 'Upload registration documents');

/** Calls of the public registration page and the supervision code (domain reference §2.A, §2.B). */
export function enterpriseControllers(_platform: Platform): Controller[] {
  return [
    membershipController,
    {
      app: 'api',
      name: 'enterprise',
      actions: {
        lookup: { gate: 'none', perMinute: 40, handle: findRegistered },
        agency: { gate: 'none', perMinute: 40, handle: findRegisteredAgency },
        verify: {
          gate: 'none',
          methods: ['POST'],
          secret: true,
          perMinute: 20,
          perMinuteFor: ['mobile'],
          handle: verify,
        },
        upload: {
          gate: 'none',
          methods: ['POST'],
          perMinute: 30,
          perMinuteFor: ['ticket'],
          keepsKey: true,
          handle: receiveMaterial,
        },
        saveDraft: { gate: 'none', methods: ['POST'], perMinute: 60, perMinuteFor: ['ticket'], handle: saveDraft },
        draft: { gate: 'none', perMinute: 30, handle: readDraft },
        register: {
          gate: 'none',
          methods: ['POST'],
          perMinute: 10,
          perMinuteFor: ['ticket'],
          handle: registerEnterprise,
        },
        claim: { gate: 'none', methods: ['POST'], perMinute: 10, perMinuteFor: ['ticket'], handle: claimEnterprise },
        progress: {
          gate: 'none',
          methods: ['POST'],
          secret: true,
          perMinute: 20,
          perMinuteFor: ['mobile'],
          handle: readProgress,
        },
        verifyCode: { gate: 'none', perMinute: 60, handle: readSupervisionRecord },
        qr: { gate: 'login', handle: drawSupervisionCode },
      },
    },
    {
      app: 'admin',
      name: 'ajax',
      actions: {
        publicUpload: {
          gate: 'none',
          methods: ['POST'],
          perMinute: 30,
          perMinuteFor: ['ticket'],
          silent: true,
          title: uploadTitle,
          keepsKey: true,
          handle: receiveMaterial,
        },
      },
    },
    {
      app: 'admin',
      name: 'enterprise.enterprise',
      actions: {
        qr: { gate: 'rule', node: 'enterprise/enterprise/index', handle: drawSupervisionCode },
      },
    },
  ];
}

/** `POST verify`: exchanges an SMS code, once, for a ticket to apply with. Answers the mobile's account, if any. */
async function verify({ engine, caller, body }: Call) {
  const mobile = normalizeMobile(typeof body.mobile === 'string' ? body.mobile : '');
  const code = typeof body.code === 'string' ? body.code.trim() : '';
  if (!isMobile(mobile)) throw invalid({ mobile: [messages.invalid_mobile[caller.locale]] });
  if (!/^\d{6}$/.test(code) || !(await checkCode(engine, mobile, 'enterprise_register', code))) {
    throw new Refused(wrongCode, { data: { reason: 'invalid', errors: { code: [wrongCode[caller.locale]] } } });
  }
  const account = await findAccount(engine.db, mobile);
  return {
    ticket: issueTicket(engine, mobile),
    expires_in: ticketLife,
    account: account ? { username: account.username } : null,
  };
}

/**
 * Receives a file of an applicant without an account: private, and owned by the account once created. The ticket is in
 * the URL, because form fields may follow the file.
 */
async function receiveMaterial(call: Call) {
  const mobile = readTicket(call.engine, call.query.ticket);
  const account = await findAccount(call.engine.db, mobile);
  return takeUpload(
    call,
    { type: 'member', id: account?.id ?? 0 },
    { private: true, topic: uploadTopicOf(call.engine, mobile), accept: 'jpg,jpeg,png,webp,pdf,ofd' },
  );
}
