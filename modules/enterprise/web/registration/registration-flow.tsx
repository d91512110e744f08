import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClientOf } from '#web/http/query-client.ts';
import { AntdRoot } from '#web/shell/antd-root.tsx';
import type { StoredDraft } from './application/draft-in-browser.ts';
import type { Submitted } from './application/use-application-form.ts';
import type { CreditCodeLookup } from './application/use-credit-code-lookup.ts';
import { ClaimEnterprisePage } from './claim-enterprise-page.tsx';
import { Wizard } from './form/wizard.tsx';
import { Receipt } from './receipt.tsx';

type Shown =
  | { page: 'wizard' }
  | { page: 'claim'; uscc: string; type: string; found: CreditCodeLookup }
  | { page: 'receipt'; submitted: Submitted };

/** The application: the wizard, the claim page, and the receipt. */
export default function RegistrationFlow({ draft }: { draft: StoredDraft | undefined }) {
  const [shown, setShown] = useState<Shown>({ page: 'wizard' });
  return (
    <QueryClientProvider client={queryClientOf()}>
      <AntdRoot>
        {/* stays mounted during a claim, so that going back loses nothing */}
        {shown.page !== 'receipt' && (
          <div hidden={shown.page !== 'wizard'}>
            <Wizard
              draft={draft}
              onClaim={(uscc, type, found) => setShown({ page: 'claim', uscc, type, found })}
              onSubmitted={(submitted) => setShown({ page: 'receipt', submitted })}
            />
          </div>
        )}
        {shown.page === 'claim' && (
          <ClaimEnterprisePage
            uscc={shown.uscc}
            type={shown.type}
            name={shown.found.name ?? ''}
            state={shown.found.state === 'claimable' ? 'claimable' : 'registered'}
            onBack={() => setShown({ page: 'wizard' })}
          />
        )}
        {shown.page === 'receipt' && <Receipt submitted={shown.submitted} />}
      </AntdRoot>
    </QueryClientProvider>
  );
}
