import { type RefObject, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { post, WireError } from '#web/http/client.ts';
import type { ErrorsByField } from '#web/sign-in/form/use-form-submission.ts';
import { useVerificationCodeForm, type VerificationCodeForm } from '#web/sign-in/form/use-verification-code-form.ts';
import type { VerificationCodeChannel } from '#web/sign-in/form/verification-code-channel.tsx';
import { complaintCodePurpose } from '../../contract/complaint-page-path-title-and-moves-of-complainant.ts';

const sent = text('验证码已发送', 'Verification code sent');

/** The service line of the government, which takes complaints in every prefecture. */
const governmentHotline = '12345';

/** A mobile or e-mail address that was proven by a code, with the ticket of the calls of a complainant. */
export interface VerifiedContact {
  readonly way: VerificationCodeChannel;
  readonly address: string;
  readonly ticket: string;
  /** Unix ms. */
  readonly until: number;
}

/** Kept while the page is open, so that filing and then supplementing needs one code. Not stored: phones are lent. */
let held: VerifiedContact | undefined;

const heldNow = (): VerifiedContact | undefined => (held && held.until > Date.now() ? held : undefined);

export interface ComplainantContactVerification {
  readonly form: VerificationCodeForm;
  /** What was proven; undefined: a code is needed. */
  readonly proven: VerifiedContact | undefined;
  /** Whether codes can be sent by e-mail, and that was chosen. */
  readonly byMail: boolean;
  /** What is missing in the fields of the code. */
  faults(): ErrorsByField;
  /** Runs work for the proven complainant; the code is exchanged first if nothing is proven. */
  use(work: (by: VerifiedContact) => Promise<void>): Promise<void>;
  forget(): void;
}

/** Proof of who complains: one code by text message or e-mail, good for two hours. */
export function useComplainantContactVerification(
  element: RefObject<HTMLElement | null>,
): ComplainantContactVerification {
  const form = useVerificationCodeForm(element, {
    purpose: complaintCodePurpose,
    sent: { mobile: sent, email: sent },
    byMail: true,
    hotline: governmentHotline,
  });
  const [proven, setProven] = useState(heldNow);
  const hold = (next: VerifiedContact | undefined): void => {
    held = next;
    setProven(next);
  };
  const prove = async (): Promise<VerifiedContact> => {
    const { way, address, code } = form;
    const { ticket, expires_in } = await post<{ ticket: string; expires_in: number }>(
      '/api/complaint.open/verify',
      { [way]: address, code },
      { quiet: true, area: 'api' },
    );
    const next = { way, address, ticket, until: Date.now() + expires_in * 1000 };
    // a code is good once: what fails afterwards is sent again with the ticket
    hold(next);
    return next;
  };
  return {
    form,
    proven,
    byMail: (proven?.way ?? form.way) === 'email',
    faults: () => (proven ? {} : form.checkCode()),
    forget: () => hold(undefined),
    use: (work) =>
      form.use(async () => {
        try {
          await work(heldNow() ?? (await prove()));
        } catch (error) {
          if (error instanceof WireError && (error.data as { ticket?: string } | null)?.ticket === 'expired')
            hold(undefined);
          throw error;
        }
      }),
  };
}
