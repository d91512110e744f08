import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Descriptions, Modal } from 'antd';
import { useState } from 'react';
import type { EvidenceFinding } from '#kernel/evidence-chain/verify-evidence-export.ts';
import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { toast } from '#web/feedback/toast.ts';
import { post } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { TextArea } from '#web/input/control/text-password-and-textarea-inputs.tsx';
import {
  ModuleScreenFrame,
  QueryResultOrError,
  RefreshButton,
} from '#web/screen/module-screen-heading-and-query-result.tsx';
import { can } from '#web/session/session.ts';
import { evidenceChainStatusScreen } from '../contract/evidence-chain-status-screen.ts';
import { evidenceVerificationFindingAsSentence } from '../contract/evidence-verification-finding-as-sentence.ts';
import { EvidenceChainsTable } from './evidence-chains-table.tsx';

const texts = {
  lead: text(
    '关键业务的每一步进入证据链，每小时封存并签名，次日公布。',
    'Every key step is entered in the evidence chain, sealed and signed every hour, and published on the next day.',
  ),
  gone: text('签名密钥不可用', 'The signing key is not available'),
  goneMore: text(
    '密钥 {kid} 的私钥已不在数据库，或不是以本机的 secret.key 加密。时段根继续生成但不签名；请恢复密钥文件，确无法恢复时更换密钥。',
    'The private key of {kid} is not in the database, or was not encrypted with the secret.key of this installation. Roots are still created but not signed. Restore the key file, or replace the key if that is impossible.',
  ),
  writable: text('数据库账号有权改动证据表', 'The database role can change evidence tables'),
  writableMore: text(
    '产品连接数据库的账号可以修改或删除：{tables}。如何分设账号见部署说明（docs/RUNNING.md）。',
    'The role with which the product connects can change or delete rows of: {tables}. docs/RUNNING.md explains how to separate the roles.',
  ),
  signing: text('签名密钥', 'Signing key'),
  none: text('尚无', 'None yet'),
  lastRoot: text('最近的时段根', 'Latest root'),
  root: text('第 {number} 个，{time}', 'No. {number}, {time}'),
  notSigned: text('未签名', 'not signed'),
  lastDay: text('最近公布的日期', 'Latest published day'),
  unsealed: text('待封存的记录', 'Entries not yet sealed'),
  unsigned: text('未签名的时段根', 'Unsigned roots'),
  entries: text('证据记录（约）', 'Entries (approx.)'),
  database: text('改动证据的数据库权限', 'Database rights to change evidence'),
  noRights: text('无（仅可追加）', 'None (rows can only be added)'),
  rights: text('有', 'Yes'),
  verify: text('立即核验', 'Verify now'),
  verifying: text('正在核验：{done} / {total}', 'Verifying: {done} / {total}'),
  intact: text(
    '核验完成：{streams} 条证据链、{entries} 条记录、{roots} 个时段根均无问题',
    'Verified: {streams} {streams|chain|chains}, {entries} {entries|entry|entries} and {roots} {roots|root|roots} without problems',
  ),
  broken: text('核验完成：发现 {n} 处问题', 'Verified: {n} {n|problem|problems} found'),
  replace: text('更换密钥', 'Replace key'),
  replaceLead: text(
    '生成新的密钥对；旧私钥随即删除。旧公钥继续公布，旧签名仍可核验。',
    'Creates a new key pair and deletes the old private key at once. The old public key stays published, so that old signatures can still be verified.',
  ),
  reason: text('更换理由', 'Reason'),
  replaced: text('已更换密钥', 'Key replaced'),
  days: text('每日证据根', 'Daily roots'),
};

interface ChainState {
  readonly signing: 'ready' | 'gone' | 'missing';
  readonly kid: string | null;
  readonly last_root: { readonly number: number; readonly until: number; readonly signed: boolean } | null;
  readonly last_day: string | null;
  readonly entries: number;
  readonly unsealed: number;
  readonly unsigned: number;
  readonly writable: readonly string[];
}

interface CheckJob {
  readonly id: number;
  readonly kind: string;
  readonly status: string;
  readonly done: number;
  readonly total: number;
  readonly result: {
    readonly entries: number;
    readonly streams: number;
    readonly roots: number;
    readonly findings: readonly EvidenceFinding[];
  } | null;
}

const stateKey = ['evidence', 'state'];

/** `/admin/evidence/state`: whether evidence is sealed, signed and published, and the check of everything. */
export default function EvidenceChainStatusCheckAndKeyScreen() {
  const t = useText();
  const query = useQuery({
    queryKey: stateKey,
    queryFn: queryFnFor<ChainState>('/admin/evidence.chain/state'),
    staleTime: 0,
  });
  return (
    <ModuleScreenFrame
      title={t(evidenceChainStatusScreen.label)}
      lead={t(texts.lead)}
      tools={<RefreshButton query={query} />}
    >
      <QueryResultOrError query={query}>
        {(state) => (
          <div style={{ display: 'grid', gap: 16 }}>
            {state.signing === 'gone' && (
              <Alert
                type="error"
                showIcon
                title={t(texts.gone)}
                description={t(texts.goneMore, { kid: state.kid ?? '' })}
              />
            )}
            {state.writable.length > 0 && (
              <Alert
                type="warning"
                showIcon
                title={t(texts.writable)}
                description={t(texts.writableMore, { tables: state.writable.join('、') })}
              />
            )}
            <Facts state={state} />
            <Check />
            <EvidenceChainsTable />
          </div>
        )}
      </QueryResultOrError>
    </ModuleScreenFrame>
  );
}

function Facts({ state }: { state: ChainState }) {
  const t = useText();
  const [replacing, setReplacing] = useState(false);
  const { last_root: root, last_day: day } = state;
  const items = [
    [texts.signing, <code key="kid">{state.kid ?? t(texts.none)}</code>],
    [
      texts.lastRoot,
      root
        ? t(texts.root, { number: root.number, time: formatMinute(root.until) }) +
          (root.signed ? '' : ` · ${t(texts.notSigned)}`)
        : t(texts.none),
    ],
    [
      texts.lastDay,
      day ? (
        <a key="day" href={`/verify/root/${day}`}>
          {day}
        </a>
      ) : (
        t(texts.none)
      ),
    ],
    [texts.unsealed, state.unsealed],
    [texts.unsigned, state.unsigned],
    [texts.entries, state.entries],
    [texts.database, t(state.writable.length > 0 ? texts.rights : texts.noRights)],
  ] as const;
  return (
    <>
      <Descriptions
        bordered
        size="small"
        column={{ xs: 1, md: 2 }}
        items={items.map(([label, children]) => ({ key: label.en, label: t(label), children }))}
      />
      {can('evidence/root/replaceKey') && (
        <div>
          <Button danger onClick={() => setReplacing(true)}>
            {t(texts.replace)}
          </Button>
        </div>
      )}
      {replacing && <ReplaceKey onClose={() => setReplacing(false)} />}
    </>
  );
}

function ReplaceKey({ onClose }: { onClose: () => void }) {
  const t = useText();
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const replace = useMutation({
    mutationFn: () => post('/admin/evidence.chain/replaceKey', { reason }),
    onSuccess: async () => {
      toast.success(t(texts.replaced));
      onClose();
      await client.invalidateQueries({ queryKey: stateKey });
    },
  });
  return (
    <Modal
      open
      title={t(texts.replace)}
      okText={t(texts.replace)}
      okButtonProps={{ danger: true, disabled: reason.trim().length < 5, loading: replace.isPending }}
      onOk={() => replace.mutate()}
      onCancel={onClose}
    >
      <p>{t(texts.replaceLead)}</p>
      <TextArea
        aria-label={t(texts.reason)}
        placeholder={t(texts.reason)}
        value={reason}
        maxLength={500}
        rows={3}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}

/** The last check that this officer started, and its outcome. */
function Check() {
  const t = useText();
  const client = useQueryClient();
  const queryKey = ['evidence', 'checks'];
  const { data } = useQuery({
    queryKey,
    queryFn: queryFnFor<{ list: CheckJob[] }>('/admin/job/index'),
    refetchInterval: ({ state }) => (isRunning(lastCheck(state.data?.list)) ? 2000 : false),
  });
  const start = useMutation({
    mutationFn: () => post('/admin/evidence.chain/verify', {}),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
  const job = lastCheck(data?.list);
  const findings = job?.result?.findings ?? [];
  return (
    <>
      {can('evidence/root/verify') && (
        <div>
          <Button type="primary" loading={start.isPending || isRunning(job)} onClick={() => start.mutate()}>
            {t(texts.verify)}
          </Button>
        </div>
      )}
      <div aria-live="polite">
        {isRunning(job) && <p>{t(texts.verifying, { done: job?.done ?? 0, total: job?.total ?? 0 })}</p>}
        {job?.result &&
          (findings.length === 0 ? (
            <Alert type="success" showIcon title={t(texts.intact, { ...job.result, findings: '' })} />
          ) : (
            <Alert
              type="error"
              showIcon
              title={t(texts.broken, { n: findings.length })}
              description={
                <ul>
                  {findings.map((finding) => (
                    <li key={JSON.stringify(finding)}>
                      {evidenceVerificationFindingAsSentence(finding, currentLocale())}
                    </li>
                  ))}
                </ul>
              }
            />
          ))}
      </div>
    </>
  );
}

const lastCheck = (jobs: readonly CheckJob[] | undefined) => jobs?.find(({ kind }) => kind === 'evidence_check');
const isRunning = (job: CheckJob | undefined) => job?.status === 'waiting' || job?.status === 'running';
