import { type RefObject, useState } from 'react';
import type { Text } from '#kernel/text/text.ts';
import { usePublicSiteInfo } from '#web/boot/use-public-site-info.ts';
import { toast } from '#web/feedback/toast.ts';
import { post } from '#web/http/client.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { signInTexts } from '../page/sign-in-texts.ts';
import { type CaptchaState, useCaptchaState } from './captcha-state.ts';
import { type ErrorsByField, errorsByField, type FormSubmission, useFormSubmission } from './use-form-submission.ts';
import {
  sendVerificationCodeBody,
  sendVerificationCodePaths,
  useVerificationCodeChannels,
  type VerificationCodeChannel,
  verificationCodeChannels,
} from './verification-code-channel.tsx';
import { useResendCountdown } from './verification-code-field.tsx';
import { messageForWrongMobileOrEmail } from './wrong-mobile-or-email-message-with-other-way-to-get-code.ts';

interface VerificationCodeFormOptions {
  /** Purpose of the code (wire contract §2.8). */
  readonly purpose: string;
  /** Shown once the code is sent. */
  readonly sent: Readonly<Record<VerificationCodeChannel, Text>>;
  /** Whether e-mail is offered besides mobile. */
  readonly byMail?: boolean;
  /** Telephone number for people to whom no code can be sent, where the authority has set none. */
  readonly hotline?: string;
}

export interface VerificationCodeForm extends Omit<FormSubmission, 'attempt'> {
  readonly open: readonly VerificationCodeChannel[];
  /** Message shown when the member centre is closed. */
  readonly closed: string | undefined;
  readonly way: VerificationCodeChannel;
  readonly choose: (way: VerificationCodeChannel) => void;
  /** As typed; `address` is what is sent. */
  readonly typed: string;
  readonly setTyped: (value: string) => void;
  readonly address: string;
  /** Undefined when no captcha is required. */
  readonly captcha: CaptchaState | undefined;
  readonly code: string;
  readonly setCode: (value: string) => void;
  /** Seconds until another code may be requested. */
  readonly left: number;
  /** Errors of the address, or of address and code. */
  checkAddress(): ErrorsByField;
  checkCode(): ErrorsByField;
  send(): void;
  /** The captcha as typed, for a call that requires one after many mistakes. */
  pictureTyped(): { readonly captcha_id?: string; readonly captchaInfo?: string };
  /** Uses the code; a refusal that names no field is shown at `otherwise`. */
  use(work: () => Promise<void>, otherwise?: string): Promise<void>;
}

/**
 * State of a form that verifies a mobile or e-mail address: it requests a code, with a captcha if required, and uses
 * it.
 */
export function useVerificationCodeForm(
  form: RefObject<HTMLElement | null>,
  { purpose, sent, byMail = false, hotline }: VerificationCodeFormOptions,
): VerificationCodeForm {
  const { attempt, ...shown } = useFormSubmission(form);
  const picture = useCaptchaState();
  const publicInfo = usePublicSiteInfo();
  const wanted = publicInfo?.captcha !== false;
  const ownHotline = (publicInfo?.settings?.site as { hotline?: string } | undefined)?.hotline;
  const { open, closed } = useVerificationCodeChannels(byMail);
  const [way, setWay] = useState<VerificationCodeChannel>('mobile');
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState('');
  const captcha = wanted ? picture : undefined;
  const address = verificationCodeChannels[way].normalize(typed);
  const [left, startPause] = useResendCountdown(address);
  const checkAddress = (): ErrorsByField =>
    verificationCodeChannels[way].isRight(address)
      ? {}
      : { address: messageForWrongMobileOrEmail(way, open, ownHotline || hotline, currentLocale()) };
  const renamed = { mobile: 'address', email: 'address' };
  return {
    ...shown,
    open,
    closed,
    way,
    typed,
    setTyped(value) {
      setTyped(value);
      shown.forgive(['address']);
    },
    address,
    captcha,
    code,
    setCode(value) {
      setCode(value);
      shown.forgive(['code']);
    },
    left,
    checkAddress,
    choose(next) {
      setWay(next);
      setTyped('');
      shown.refuse({});
    },
    checkCode: () => ({
      ...checkAddress(),
      ...(code.trim() === '' ? { code: translate(signInTexts.codeRequired) } : {}),
    }),
    send() {
      const picked: ErrorsByField =
        captcha?.value.trim() === '' ? { captcha: translate(signInTexts.captchaRequired) } : {};
      if (shown.refuse({ ...checkAddress(), ...picked })) return;
      const requestCode = async () => {
        await post(sendVerificationCodePaths[way], sendVerificationCodeBody(way, address, purpose, picture), {
          quiet: true,
          area: 'api',
        });
        picture.renew();
        startPause();
        toast.success(translate(sent[way]));
      };
      void attempt(requestCode, (error) => {
        picture.renew();
        return errorsByField(error, renamed);
      });
    },
    pictureTyped: () => (picture.value.trim() === '' ? {} : { captcha_id: picture.id, captchaInfo: picture.value }),
    // On the wire, the code is called `captcha`.
    use: (work, otherwise) =>
      attempt(work, (error) => {
        picture.renew();
        return errorsByField(error, { ...renamed, captcha: 'code', captchaInfo: 'captcha' }, otherwise);
      }),
  };
}
