import { text } from '#kernel/text/text.ts';
import type { Controller } from '#server/http/controller.ts';
import { readApplicationDraft, saveApplicationDraft } from './registration/application-draft.ts';
import { readApplicationProgress } from './registration/application-progress.ts';
import { claimEnterprise } from './registration/claim-enterprise.ts';
import { lookUpAgency, lookUpCreditCode } from './registration/credit-code-lookup.ts';
import { receiveApplicationMaterial } from './registration/receive-application-material.ts';
import { registerEnterprise } from './registration/register-enterprise.ts';
import { verifyApplicantMobile } from './registration/verify-applicant-mobile.ts';
import { drawSupervisionCode, readSupervisionRecord } from './supervision-code.ts';

const uploadTitle = text('上传登记材料', 'Upload registration documents');

/** Calls of the public registration page and the supervision code (domain reference §2.A, §2.B). */
export const registrationAndSupervisionCodeControllers: readonly Controller[] = [
  {
    app: 'api',
    name: 'enterprise',
    actions: {
      lookup: { gate: 'none', perMinute: 40, handle: lookUpCreditCode },
      agency: { gate: 'none', perMinute: 40, handle: lookUpAgency },
      verify: {
        gate: 'none',
        methods: ['POST'],
        secret: true,
        perMinute: 20,
        perMinuteFor: ['mobile'],
        handle: verifyApplicantMobile,
      },
      upload: {
        gate: 'none',
        methods: ['POST'],
        perMinute: 30,
        perMinuteFor: ['ticket'],
        keepsKey: true,
        handle: receiveApplicationMaterial,
      },
      saveDraft: {
        gate: 'none',
        methods: ['POST'],
        perMinute: 60,
        perMinuteFor: ['ticket'],
        handle: saveApplicationDraft,
      },
      draft: { gate: 'none', perMinute: 30, handle: readApplicationDraft },
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
        handle: readApplicationProgress,
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
        handle: receiveApplicationMaterial,
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
