import { useState } from 'react';
import { translate } from '#web/i18n/locale.ts';
import { registerTexts } from './registration-form-texts.ts';

export type AgreementKind = 'commitment' | 'privacy';
const kinds = ['commitment', 'privacy'] as const satisfies readonly AgreementKind[];

/** The two commitments of an application: which are checked, and the error of each missing one. */
export function useAgreementCheckboxes() {
  const [agreed, setAgreed] = useState({ commitment: false, privacy: false });
  const [errors, setErrors] = useState<Partial<Record<AgreementKind, string | undefined>>>({});
  const agree = (kind: AgreementKind, yes: boolean): void => {
    setAgreed({ ...agreed, [kind]: yes });
    setErrors({ ...errors, [kind]: undefined });
  };
  /** Returns whether both are checked; else marks the missing ones and focuses the first. */
  const check = (): boolean => {
    const missing = kinds.filter((kind) => !agreed[kind]);
    setErrors(Object.fromEntries(missing.map((kind) => [kind, translate(registerTexts.mustAgree)])));
    const [first] = missing;
    if (first) document.getElementById(`agree-${first}`)?.focus();
    return first === undefined;
  };
  return { agreed, errors, agree, check };
}
