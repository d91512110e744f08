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
  /** What the code is for (wire contract §2.8). */
  readonly purpose: string;
  /** Said once it is on its way. */
  readonly sent: Readonly<Record<Way, Text>>;
  /** Only mobiles, unless told. */
  readonly byMail?: boolean;
}

export interface CodeForm extends Omit<Attempt, 'attempt'> {
  readonly open: readonly Way[];
  /** What is said where the member centre is closed. */
  readonly closed: string | undefined;
  readonly way: Way;
  readonly choose: (way: Way) => void;
  /** As it is typed, and as it is sent. */
  readonly typed: string;
  readonly setTyped: (value: string) => void;
  readonly address: string;
  /** Nothing where no picture is asked for. */
  readonly captcha: Captcha | undefined;
  readonly code: string;
  readonly setCode: (value: string) => void;
  /** Seconds until another code may be asked for. */
  readonly left: number;
  /** What is wrong with the address, or with the address and the code. */
  checkAddress(): Faults;
  checkCode(): Faults;
  send(): void;
  /** The picture that was typed off, for a call that asks for one after many mistakes. */
  pictureTyped(): { readonly captcha_id?: string; readonly captchaInfo?: string };
  /** Uses the code: what is refused belongs to `otherwise` where it names no field. */
  use(work: () => Promise<void>, otherwise?: string): Promise<void>;
}

/** A form in which somebody proves an address theirs: a code is asked for, by the picture where one is wanted, and used. */
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
    // what is typed as code is `captcha` on the wire of the contract
    use: (work, otherwise) =>
      attempt(work, (error) => {
        picture.renew();
        return faultsOf(error, { ...renamed, captcha: 'code', captchaInfo: 'captcha' }, otherwise);
      }),
  };
}
