import { useCallback, useEffect, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import type { WallRemoteButton, WallRemoteState } from '#modules/wall-screen/contract/wall-remote-control.ts';
import { post } from '#web/http/client.ts';
import { WireError } from '#web/http/error-of-http-call.ts';
import { useText } from '#web/i18n/locale.ts';
import { PublicPageLayout } from '#web/sign-in/page/public-page-layout.tsx';
import './wall-remote-page.css';

const texts = {
  pairing: text('正在连接大屏…', 'Connecting to the wall screen…'),
  next: text('下一个', 'Next'),
  previous: text('上一个', 'Previous'),
  play: text('自动播放', 'Play'),
  pause: text('暂停', 'Pause'),
  scenes: text('场景', 'Scenes'),
  ended: text('请用手机扫描大屏上的二维码。', 'Scan the QR code on the wall screen with your phone.'),
};

const keyName = 'screenRemote';
/** Interval in ms at which the phone reads the state of the wall. */
const looksEvery = 3_000;

/** `/screen/remote#ticket`: page of a phone that controls the scenes of a wall, without signing in. */
export default function WallRemotePage() {
  const t = useText();
  const [state, setState] = useState<WallRemoteState>();
  const [problem, setProblem] = useState('');
  const fail = useCallback((error: unknown) => {
    setProblem(error instanceof Error ? error.message : String(error));
    // the remote ends with the presentation; a lost connection is retried
    if (!(error instanceof WireError) || error.reason !== 'not_found') return;
    sessionStorage.removeItem(keyName);
    setState(undefined);
  }, []);
  const showState = useCallback((next: WallRemoteState) => {
    setState(next);
    setProblem('');
  }, []);
  const key = useKey(showState, fail);
  const call = (press: WallRemoteButton, scene = 0) =>
    post('/api/screen.remote/press', { key, press, scene }, { quiet: true, duplicate: 'allow' }).then(
      () => setProblem(''),
      fail,
    );
  return (
    <PublicPageLayout home="/">
      <div className="xj-remote">
        {problem && <p role="alert">{problem}</p>}
        {!state && !problem && <p>{t(texts.pairing)}</p>}
        {state && (
          <>
            <p className="xj-remote-note">
              <strong>{state.scenes[state.at]?.name}</strong>
              {state.scenes[state.at]?.note}
            </p>
            <button type="button" data-large="" onClick={() => void call('next')}>
              {t(texts.next)}
            </button>
            <div>
              <button type="button" onClick={() => void call('previous')}>
                {t(texts.previous)}
              </button>
              <button type="button" aria-pressed={state.playing} onClick={() => void call('pause')}>
                {t(state.playing ? texts.pause : texts.play)}
              </button>
            </div>
            <h2>{t(texts.scenes)}</h2>
            <ol>
              {state.scenes.map((scene, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a scene is identified by its position
                <li key={at}>
                  <button type="button" aria-current={at === state.at} onClick={() => void call('scene', at)}>
                    {at + 1}　{scene.name}
                  </button>
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </PublicPageLayout>
  );
}

/** The key of this phone: obtained once for the ticket in the address, then from storage. */
function useKey(onState: (state: WallRemoteState) => void, onFault: (error: unknown) => void): string {
  const t = useText();
  const [key, setKey] = useState(() => sessionStorage.getItem(keyName) ?? '');
  useEffect(() => {
    const ticket = window.location.hash.slice(1);
    if (ticket) {
      window.history.replaceState(null, '', window.location.pathname);
      post<{ key: string } & WallRemoteState>('/api/screen.remote/pair', { ticket }, { quiet: true }).then((answer) => {
        sessionStorage.setItem(keyName, answer.key);
        setKey(answer.key);
        onState({ scenes: answer.scenes, at: answer.at, playing: answer.playing });
      }, onFault);
    } else if (!sessionStorage.getItem(keyName)) onFault(t(texts.ended));
  }, [onFault, onState, t]);
  useEffect(() => {
    if (!key) return undefined;
    const look = () => {
      if (document.hidden || !sessionStorage.getItem(keyName)) return;
      post<WallRemoteState>('/api/screen.remote/show', { key }, { quiet: true, duplicate: 'allow' }).then(
        onState,
        onFault,
      );
    };
    look();
    const timer = setInterval(look, looksEvery);
    return () => clearInterval(timer);
  }, [key, onFault, onState]);
  return key;
}
