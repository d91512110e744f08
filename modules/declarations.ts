import type { LazilyLoadedDeclarations } from '#kernel/module/resource-index-for-lazy-loading.ts';
import { resourceIndex } from './resource-index-for-lazy-loading.ts';

/** The declarations of all modules by their name, in the order of the menu. The browser loads them when it needs them. */
export const declarations: LazilyLoadedDeclarations = {
  index: resourceIndex,
  load: {
    workbench: async () => (await import('./identity/contract/module.ts')).workbenchModule,
    screen: async () => (await import('./wall-screen/contract/module.ts')).wallScreenModule,
    reports: async () => (await import('./report/contract/module.ts')).reportModule,
    enterprise: async () => (await import('./enterprise/contract/module.ts')).enterpriseModule,
    travel: async () => (await import('./travel/contract/module.ts')).travelModule,
    enforcement: async () => (await import('./enforcement/contract/module.ts')).enforcementModule,
    reform: async () => (await import('./reform/contract/module.ts')).reformModule,
    complaint: async () => (await import('./complaint/contract/module.ts')).complaintModule,
    evaluation: async () => (await import('./evaluation/contract/module.ts')).evaluationModule,
    field: async () => (await import('./field-kit/contract/module.ts')).fieldKitModule,
    library: async () => (await import('./library/contract/module.ts')).libraryModule,
    risk: async () => (await import('./risk/contract/module.ts')).riskModule,
    crew: async () => (await import('./crew/contract/module.ts')).crewModule,
    insurance: async () => (await import('./insurance/contract/module.ts')).insuranceModule,
    reward: async () => (await import('./reward/contract/module.ts')).rewardModule,
    rental: async () => (await import('./coach-rental/contract/module.ts')).coachRentalModule,
    document: async () => (await import('./document/contract/module.ts')).documentModule,
    message: async () => (await import('./message/contract/module.ts')).messageModule,
    user: async () => (await import('./member/contract/module.ts')).memberModule,
    auth: async () => (await import('./identity/contract/module.ts')).identityModule,
    routine: async () => (await import('./attachment/contract/module.ts')).attachmentModule,
    security: async () => (await import('./security/contract/module.ts')).securityModule,
    evidence: async () => (await import('./evidence/contract/module.ts')).evidenceModule,
    system: async () => (await import('./system/contract/module.ts')).systemModule,
    terminal: async () => (await import('./web-terminal/contract/module.ts')).webTerminalModule,
  },
};
