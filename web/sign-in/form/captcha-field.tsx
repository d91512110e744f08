import { useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { appendQuery } from '#web/http/append-query.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import type { CaptchaState } from './captcha-state.ts';
import { LabelledInput } from './labelled-input.tsx';
import './captcha.css';

const texts = {
  label: text('图形验证码', 'Code in the picture'),
  picture: text('四位数字的图片，看不清可以听', 'A picture of four digits; they can be heard too'),
  renew: text('换一张', 'Another picture'),
  listen: text('听数字', 'Hear the digits'),
  again: text('再听一遍', 'Hear them again'),
  sound: text('图片中的数字', 'The digits of the picture'),
};

/** Input for the digits of a picture, or of their recording. */
export default function CaptchaField({ captcha, error }: { captcha: CaptchaState; error?: string | undefined }) {
  const t = useText();
  const { id, value, setValue, renew } = captcha;
  const [heard, setHeard] = useState('');
  const sound = useRef<HTMLAudioElement>(null);
  // The button keeps its place, so that keyboard users keep their focus.
  const listen = (): void => {
    setHeard(id);
    if (!sound.current) return;
    sound.current.currentTime = 0;
    void sound.current.play();
  };
  return (
    <div className="xj-captcha">
      <LabelledInput
        label={t(texts.label)}
        value={value}
        onValue={setValue}
        error={error}
        name="captcha"
        autoComplete="off"
        inputMode="numeric"
        maxLength={6}
        after={
          <img
            src={appendQuery('/api/common/captcha', { id, server: 1 })}
            width="147"
            height="48"
            alt={t(texts.picture)}
          />
        }
      />
      {heard === id && (
        // biome-ignore lint/a11y/useMediaCaption: a caption would give the digits away
        <audio
          ref={sound}
          controls
          autoPlay
          aria-label={t(texts.sound)}
          src={appendQuery('/api/common/captchaSound', { id, lang: currentLocale() })}
          // The recording of an expired picture fails: get a new one.
          onError={renew}
        />
      )}
      <div className="xj-captcha-ways">
        <button type="button" className="xj-field-text" onClick={renew}>
          {t(texts.renew)}
        </button>
        <button type="button" className="xj-field-text" onClick={listen}>
          {t(heard === id ? texts.again : texts.listen)}
        </button>
      </div>
    </div>
  );
}
