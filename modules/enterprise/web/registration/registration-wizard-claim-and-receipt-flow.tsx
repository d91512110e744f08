import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClientOf } from '#web/http/react-query-client-by-sign-in-area.ts';
import { AntdRoot } from '#web/shell/antd-root.tsx';
import type { StoredApplicationDraft } from './application/application-draft-local-storage.ts';
import type { SubmittedApplication } from './application/use-application-form.ts';
import type { CreditCodeAvailability } from './application/use-credit-code-availability.ts';
import { ApplicationReceipt } from './application-receipt.tsx';
import { ClaimEnterpriseByVerifiedMobilePage } from './claim-enterprise-by-verified-mobile-page.tsx';
import { ApplicationWizard } from './form/application-wizard.tsx';

type Shown =
  | { page: 'wizard' }
  | { page: 'claim'; uscc: string; type: string; found: CreditCodeAvailability }
  | { page: 'receipt'; submitted: SubmittedApplication };

/** The application: the wizard, the claim page, and the receipt. */
export default function RegistrationWizardClaimAndReceiptFlow({
  draft,
}: {
  draft: StoredApplicationDraft | undefined;
}) {
  const [shown, setShown] = useState<Shown>({ page: 'wizard' });
  return (
    <QueryClientProvider client={queryClientOf()}>
      <AntdRoot>
        {/* stays mounted during a claim, so that going back loses nothing */}
        {shown.page !== 'receipt' && (
          <div hidden={shown.page !== 'wizard'}>
            <ApplicationWizard
              draft={draft}
              onClaim={(uscc, type, found) => setShown({ page: 'claim', uscc, type, found })}
              onSubmitted={(submitted) => setShown({ page: 'receipt', submitted })}
            />
          </div>
        )}
        {shown.page === 'claim' && (
          <ClaimEnterpriseByVerifiedMobilePage
            uscc={shown.uscc}
            type={shown.type}
            name={shown.found.name ?? ''}
            state={shown.found.state === 'claimable' ? 'claimable' : 'registered'}
            onBack={() => setShown({ page: 'wizard' })}
          />
        )}
        {shown.page === 'receipt' && <ApplicationReceipt submitted={shown.submitted} />}
      </AntdRoot>
    </QueryClientProvider>
  );
}
