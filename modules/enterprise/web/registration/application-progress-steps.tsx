import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { translate } from '#web/i18n/locale.ts';
import './application-progress-steps.css';

const texts = {
  done: text('已完成', 'completed'),
  current: text('进行中', 'in progress'),
  waiting: text('未开始', 'not started'),
  returned: text('已退回修改', 'returned for correction'),
  failed: text('未通过', 'rejected'),
} as const;

/** A step of an application, as answered by `/api/enterprise/progress`. Times are unix seconds. */
export interface ApplicationProgressStep {
  readonly key: string;
  readonly label: string;
  readonly state: keyof typeof texts;
  readonly time: number | null;
}

interface RoadProps {
  readonly label: string;
  readonly steps: readonly ApplicationProgressStep[];
  /** Horizontal where there is room, without times; else vertical. */
  readonly lies?: boolean;
}

/** The steps of an application, and its progress. */
export function ApplicationProgressSteps({ label, steps, lies = false }: RoadProps) {
  return (
    <div className="xj-stations" data-lies={lies || undefined}>
      <ol aria-label={label}>
        {steps.map(({ key, label: name, state, time }) => (
          <li key={key} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <span>{name}</span>
            <span className="xj-visually-hidden"> {translate(texts[state])}</span>
            {time !== null && <time dateTime={new Date(time * 1000).toISOString()}>{formatMinute(time)}</time>}
          </li>
        ))}
      </ol>
    </div>
  );
}
