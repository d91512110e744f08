import { text } from '#kernel/text/text.ts';
import { daysBetween, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import type { Order } from '../contract/correction-order.ts';
import './upload-and-compare-correction-pictures-panel.css';

const texts = {
  enterprise: text('轮到企业', 'The enterprise acts next'),
  office: text('轮到执法部门', 'The authority acts next'),
  nobody: text('已结束', 'Ended'),
  extension: text(
    '已申请延期 {n} 天，等执法部门决定',
    'Extension of {n} {n|day|days} asked for: the authority decides',
  ),
  until: text('{day} 前（还有 {n} 天）', 'by {day} ({n} {n|day|days} left)'),
  today: text('今天到期', 'due today'),
  passed: text('已逾期 {n} 天', 'overdue by {n} {n|day|days}'),
};

/** What comes next in each state, and whose turn it is. */
const steps: Readonly<
  Record<
    Order['status'],
    readonly [keyof Pick<typeof texts, 'enterprise' | 'office' | 'nobody'>, ReturnType<typeof text>]
  >
> = {
  draft: ['office', text('下达责令', 'Issue the order')],
  issued: ['enterprise', text('签收，再逐项上传整改后照片', 'Confirm receipt, then send pictures of each problem')],
  read: ['enterprise', text('逐项上传整改后照片，再提交', 'Send pictures of each problem, then hand them in')],
  returned: ['enterprise', text('按退回理由补拍，再提交', 'Complete the returned items, then submit them')],
  overdue: ['enterprise', text('已逾期，请立即整改并提交', 'Overdue: correct and hand in at once')],
  submitted: ['office', text('复核照片', 'Review the pictures')],
  need_onsite: ['office', text('到现场复查', 'Review on site')],
  approved_remote: ['office', text('办结', 'Close')],
  onsite_ok: ['office', text('办结', 'Close')],
  onsite_failed: ['office', text('再次责令改正，或者转立案', 'Order again, or refer for a case')],
  escalated: ['nobody', text('已转立案审查', 'Referred for a case')],
  closed: ['nobody', text('整改已办结', 'The correction is closed')],
  cancelled: ['nobody', text('责令已撤销', 'The order was withdrawn')],
};

/** Whose turn it is, what they have to do, and until when. */
export default function CorrectionOrderNextStepPanel({ row }: RecordPanelProps) {
  const t = useText();
  const { status, due_on, extension, extension_days } = row as unknown as Order;
  const [who, what] = steps[status];
  const left = who === 'enterprise' && due_on ? daysBetween(shanghaiToday(), due_on) : undefined;
  return (
    <p className="xj-reform-turn" data-who={who} data-late={(left !== undefined && left < 0) || undefined}>
      <strong>{t(texts[who])}</strong>
      <span>{t(what)}</span>
      {left !== undefined && (
        <span>
          {left > 0
            ? t(texts.until, { day: due_on ?? '', n: left })
            : left === 0
              ? t(texts.today)
              : t(texts.passed, { n: -left })}
        </span>
      )}
      {extension === 'requested' && <span>{t(texts.extension, { n: extension_days ?? 0 })}</span>}
    </p>
  );
}
