import { type RefObject, useState } from 'react';
import type { Text } from '#kernel/text/text.ts';
import { useSite } from '#web/boot/site.ts';
import { toast } from '#web/feedback/toast.ts';
import { post } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { signInTexts } from '../page/sign-in-texts.ts';
import { type Captcha, useCaptcha } from './captcha.ts';
import { useCountdown } from './code-field.tsx';
import { sendBody, sendCall, useWays, type Way, ways } from './code-way.tsx';
import { type Attempt, type Faults, faultsOf, useAttempt } from './use-attempt.ts';

interface CodeFormOptions {
  /** Purpose of the code (wire contract §2.8). */
  readonly purpose: string;
  /** Shown once the code is sent. */
  readonly sent: Readonly<Record<Way, Text>>;
  /** Whether e-mail is offered besides mobile. */
  readonly byMail?: boolean;
}

export interface CodeForm extends Omit<Attempt, 'attempt'> {
  readonly open: readonly Way[];
  /** Message shown when the member centre is closed. */
  readonly closed: string | undefined;
  readonly way: Way;
  readonly choose: (way: Way) => void;
  /** As typed; `address` is what is sent. */
  readonly typed: string;
  readonly setTyped: (value: string) => void;
  readonly address: string;
  /** Undefined when no captcha is required. */
  readonly captcha: Captcha | undefined;
  readonly code: string;
  readonly setCode: (value: string) => void;
  /** Seconds until another code may be requested. */
  readonly left: number;
  /** Errors of the address, or of address and code. */
  checkAddress(): Faults;
  checkCode(): Faults;
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
export function useCodeForm(
  form: RefObject<HTMLElement | null>,
  { purpose, sent, byMail = false }: CodeFormOptions,
): CodeForm {
  const { attempt, ...shown } = useAttempt(form);
  const picture = useCaptcha();
  const wanted = useSite()?.captcha !== false;
  const { open, closed } = useWays(byMail);
  const [way, setWay] = useState<Way>('mobile');
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState('');
  const captcha = wanted ? picture : undefined;
  const address = ways[way].normalize(typed);
  const [left, startPause] = useCountdown(address);
  const checkAddress = (): Faults => (ways[way].isRight(address) ? {} : { address: translate(ways[way].wrong) });
  const renamed = { mobile: 'address', email: 'address' };
  return {
    ...shown,
    open,
    closed,
    way,
    typed,
    setTyped,
    address,
    captcha,
    code,
    setCode,
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
      const picked: Faults = captcha?.value.trim() === '' ? { captcha: translate(signInTexts.captchaRequired) } : {};
      if (shown.refuse({ ...checkAddress(), ...picked })) return;
      const requestCode = async () => {
        await post(sendCall[way], sendBody(way, address, purpose, picture), { quiet: true, area: 'api' });
        picture.renew();
        startPause();
        toast.success(translate(sent[way]));
      };
      void attempt(requestCode, (error) => {
        picture.renew();
        return faultsOf(error, renamed);
      });
    },
    pictureTyped: () => (picture.value.trim() === '' ? {} : { captcha_id: picture.id, captchaInfo: picture.value }),
    // On the wire, the code is called `captcha`.
    use: (work, otherwise) =>
      attempt(work, (error) => {
        picture.renew();
        return faultsOf(error, { ...renamed, captcha: 'code', captchaInfo: 'captcha' }, otherwise);
      }),
  };
}
