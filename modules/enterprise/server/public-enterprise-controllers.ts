import { text } from '#kernel/text/text.ts';
import type { Controller } from '#server/http/controller.ts';
import { readApplicationDraft, saveApplicationDraft } from './registration/application-draft.ts';
import { readApplicationProgress } from './registration/application-progress.ts';
import { claimEnterprise } from './registration/claim-enterprise.ts';
import { creditCodeLookupCall, parentAgencyCall } from './registration/credit-code-lookup.ts';
import { receiveApplicationMaterial } from './registration/receive-application-material.ts';
import { registerEnterprise } from './registration/register-enterprise.ts';
import { verifyApplicantMobile } from './registration/verify-applicant-mobile.ts';
import { supervisionCodePicture, verifySupervisionCode } from './supervision-code.ts';

/** Calls of the public registration page and the supervision code (domain reference §2.A, §2.B). */
export const publicEnterpriseControllers: readonly Controller[] = [
  {
    app: 'api',
    name: 'enterprise',
    actions: {
      lookup: creditCodeLookupCall,
      agency: parentAgencyCall,
      verify: {
        gate: 'none',
        methods: ['POST'],
        secret: true,
        perMinute: 20,
        perMinuteFor: ['mobile'],
        handle: verifyApplicantMobile,
      },
      upload: receiveApplicationMaterial,
      saveDraft: saveApplicationDraft,
      draft: readApplicationDraft,
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
      verifyCode: verifySupervisionCode,
      qr: supervisionCodePicture,
    },
  },
  {
    app: 'admin',
    name: 'ajax',
    actions: {
      publicUpload: {
        ...receiveApplicationMaterial,
        silent: true,
        title: text('上传登记材料', 'Upload registration documents'),
      },
    },
  },
  {
    app: 'admin',
    name: 'enterprise.enterprise',
    actions: {
      qr: { ...supervisionCodePicture, gate: 'rule', node: 'enterprise/enterprise/index' },
    },
  },
];
