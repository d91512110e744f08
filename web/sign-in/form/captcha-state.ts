import { useCallback, useState } from 'react';

/** A random id; `crypto.randomUUID` exists on secure pages only, and some offices use plain http. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export interface CaptchaState {
  id: string;
  value: string;
  setValue: (value: string) => void;
  renew: () => void;
}

/** A captcha; `renew` replaces a used or mistyped one. */
export function useCaptchaState(): CaptchaState {
  const [id, setId] = useState(randomId);
  const [value, setValue] = useState('');
  const renew = useCallback(() => {
    setId(randomId());
    setValue('');
  }, []);
  return { id, value, setValue, renew };
}
