import { LoadingOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { teamCodePublicKeysCall } from '#modules/travel/contract/team-code/team-code-public-keys-call.ts';
import { SavePageForOfflineNotice } from '#web/boot/save-this-page-for-offline-use-notice-with-retry.tsx';
import { appendQuery } from '#web/http/append-query.ts';
import { isUnreachable } from '#web/http/error-of-http-call.ts';
import { fetchAndCachePublicAnswer } from '#web/http/offline/cached-public-answer.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useIsOffline } from '#web/http/use-is-offline.ts';
import { useText } from '#web/i18n/locale.ts';
import { ScanButton } from '#web/scan/scan-button.tsx';
import { ModuleScreenFrame, QueryResultOrError } from '#web/screen/module-screen-heading-and-query-result.tsx';
import { roadsideCheck } from '../contract/roadside-check.ts';
import {
  type RoadsideLookupAnswer,
  roadsideLookupScreen,
} from '../contract/roadside-lookup-screen-and-answer-types.ts';
import { RoadsideCheckForm } from './roadside-check-form.tsx';
import { RoadsideLookupResult } from './roadside-lookup-result.tsx';
import {
  lookupTextOfScannedCode,
  SignedTeamOrGuideCodeVerification,
} from './signed-team-or-guide-code-verification.tsx';
import './roadside-lookup-screen.css';

const texts = {
  lead: text(
    '查车牌、团号或导游证号的当日团队；每次查验记入操作日志，仅用于执法检查。',
    "Find today's teams by plate, team number or guide card number. Every lookup is recorded in the operation log and is for enforcement checks only.",
  ),
  label: text('车牌号、团号或导游证号', 'Plate, team number or guide card number'),
  look: text('查验', 'Look up'),
  offline: text(
    '没有网络，查不到登记情况；检查照常登记，存在本机，联网后自动发送。',
    'Offline: registration cannot be looked up. Record the check as usual; it is saved on this device and sent automatically once online.',
  ),
  hint: text('可以不输入空格和省份前缀，例如 D12345', 'Spaces and the province prefix may be omitted, e.g. D12345'),
};

/** The code at the end of a scanned address. */
const codeIn = (found: string): string =>
  found
    .trim()
    .split(/[/?#]/)
    .findLast((part) => part !== '') ?? '';

/** `/admin/enforcement/roadside`: one search box, and what is on record today. The query is in the address. */
export default function RoadsideLookupScreen() {
  const t = useText();
  const [address, setAddress] = useSearchParams();
  const searched = address.get('plate') ?? '';
  const [typed, setTyped] = useState(searched);
  const input = useRef<HTMLInputElement>(null);
  // a new query in the address replaces the text of the box, but not what was typed since the page loaded
  const [stood, setStood] = useState(searched);
  if (stood !== searched) {
    setStood(searched);
    setTyped(searched);
  }
  useEffect(() => {
    if (searched === '') input.current?.focus();
  }, [searched]);
  const query = useLookup(searched);
  useEffect(() => {
    // the keys for verifying codes offline
    fetchAndCachePublicAnswer(teamCodePublicKeysCall).catch(() => undefined);
  }, []);
  const code = address.get('code') ?? '';
  /** Verifies a code in the browser and looks up its content; any other text is looked up as if typed. */
  const scanned = (found: string): void => {
    const wanted = lookupTextOfScannedCode(found);
    setAddress(wanted === undefined ? { plate: found.slice(0, 80) } : { plate: wanted, code: codeIn(found) });
  };
  const search = (plate: string): void => {
    const wanted = plate.trim();
    if (wanted === '') input.current?.focus();
    else if (wanted !== searched) setAddress({ plate: wanted });
    else if (!query.isFetching) void query.refetch();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    search(typed);
  };
  const offline = useIsOffline() || isUnreachable(query.error);
  return (
    <ModuleScreenFrame title={t(roadsideLookupScreen.label)} lead={t(texts.lead)} className="xj-roadside">
      <form className="xj-roadside-ask" onSubmit={submit}>
        <label htmlFor="roadside-plate">{t(texts.label)}</label>
        <div>
          <input
            id="roadside-plate"
            ref={input}
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={80}
            onChange={(event) => setTyped(event.target.value)}
            onFocus={(event) => event.target.select()}
          />
          {/* not `loading`: a loading button swallows Enter, and the next plate is typed during the lookup */}
          <Button type="primary" htmlType="submit" icon={query.isFetching ? <LoadingOutlined /> : undefined}>
            {t(texts.look)}
          </Button>
          <ScanButton onFound={scanned} />
        </div>
        <small>{t(texts.hint)}</small>
      </form>
      {code !== '' && <SignedTeamOrGuideCodeVerification key={code} code={code} />}
      {offline && <p role="status">{t(texts.offline)}</p>}
      <RoadsideCheckForm key={`${code} ${searched}`} code={code} query={searched} open={offline} />
      {searched !== '' && !isUnreachable(query.error) && (
        <QueryResultOrError query={query}>
          {(answer) => <RoadsideLookupResult answer={answer} onSearch={search} />}
        </QueryResultOrError>
      )}
      <SavePageForOfflineNotice set="inside" />
    </ModuleScreenFrame>
  );
}

/** Looks up what is on record for a plate, a team number or a guide card. */
function useLookup(searched: string) {
  return useQuery({
    // same key prefix as the checks: a check just sent appears here
    queryKey: ['resource', roadsideCheck.name, 'look', searched],
    queryFn: queryFnFor<RoadsideLookupAnswer>(appendQuery('/admin/enforcement.roadside/look', { q: searched })),
    enabled: searched !== '',
    // officers decide by this result: it is fetched anew each time
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // an impossible lookup fails at once
    networkMode: 'always',
  });
}
