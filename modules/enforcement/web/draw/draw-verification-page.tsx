import { type DragEvent, type FormEvent, useMemo, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { DrawCommitment } from '#kernel/random-draw/draw-record-types.ts';
import type { Text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { appendQuery } from '#web/http/append-query.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { PublicPageLayout } from '#web/sign-in/page/public-page-layout.tsx';
import { publishedCheckResultsPage } from '../../contract/check/path-and-title-of-published-check-results-page.ts';
import { drawRecordAddress, verifierAddress } from '../../contract/draw/path-and-title-of-draw-verification-page.ts';
import { DrawVerificationResult } from './draw-verification-result.tsx';
import { drawVerificationTexts as texts } from './draw-verification-texts.ts';
import type { DrawSource } from './draw-verification-worker.ts';
import { PublishedDrawCommitment } from './published-draw-commitment.tsx';
import { PublishedHowWitnessesReceivedCodes } from './published-how-witnesses-received-codes.tsx';
import { type DrawVerification, useDrawVerification } from './use-draw-verification.ts';
import { awaitsRecord, usePublicDrawCommitmentQuery } from './use-public-draw-commitment-query.ts';
import './draw-verification.css';

/** What is drawn is known once the record has been read. */
function titleOf(commitment: DrawCommitment | undefined): Text {
  if (!commitment) return texts.title;
  return commitment.pairing === 'none' ? texts.titleExperts : texts.titleEnterprises;
}

/** `/verify/draw/:no`: repeats a published draw in the browser, or one whose record is chosen as a file. */
export default function DrawVerificationPage() {
  const t = useText();
  const { no = '' } = useParams();
  const [file, setFile] = useState<File>();
  const address = appendQuery(drawRecordAddress, { no, lang: currentLocale(), server: 1 });
  const { published, settled } = usePublicDrawCommitmentQuery(file ? undefined : no);
  const isAwaited = awaitsRecord(published);
  const source = useMemo((): DrawSource | undefined => {
    if (file) return { file };
    return no && !isAwaited ? { address } : undefined;
  }, [file, no, address, isAwaited]);
  const verification = useDrawVerification(source);
  // of a draw that was voided before it was made, the server has no record either, and says so
  const isRefused = verification?.problem?.kind === 'refused' && verification.problem.message !== undefined;
  const isCommitmentOnly = published && (isAwaited || (published.status === 'void' && isRefused));
  return (
    <PublicPageLayout>
      <div className="xj-draw-verification">
        <h1>{t(titleOf(verification?.commitment ?? published?.commitment))}</h1>
        <p>{t(texts.lead)}</p>
        <ChooseRecord key={no} no={no} file={file} choose={setFile} />
        <div aria-live="polite">
          {/* a void draw may have been made by the rules: without this, “verified” would say that it counts */}
          {published?.status === 'void' && (
            <article className="xj-draw-verdict" data-tone="bad">
              <h2>{t(texts.isVoid)}</h2>
              <p>{t(texts.isVoidMore, { reason: published.void_reason ?? '' })}</p>
            </article>
          )}
          {isCommitmentOnly ? (
            <PublishedDrawCommitment published={published} />
          ) : (
            verification && <Outcome verification={settled ? verification : { ...verification, problem: undefined }} />
          )}
        </div>
        {(verification?.commitment || isCommitmentOnly) && published && (
          <PublishedHowWitnessesReceivedCodes handovers={published.handovers} />
        )}
        <section className="xj-draw-verification-take">
          <h2>{t(texts.take)}</h2>
          <p>{t(texts.takeMore)}</p>
          <p className="xj-draw-verification-line">
            {/* a refusal would be saved under the name of a record */}
            {verification?.commitment && !file ? (
              <a className="xj-button" href={address} download={`${verification.commitment.draw_no}.json`}>
                {t(texts.record)}
              </a>
            ) : (
              <button type="button" className="xj-button" disabled>
                {t(texts.record)}
              </button>
            )}
            <a className="xj-button" href={verifierAddress} download>
              {t(texts.verifier)}
            </a>
          </p>
          <code>node xingjian-verify.mjs {no || 'record'}.json</code>
        </section>
        <p>
          <Link to={publishedCheckResultsPage.path}>{t(publishedCheckResultsPage.title)}</Link>
        </p>
      </div>
    </PublicPageLayout>
  );
}

/** A number to look up, or a file, which may be dropped. */
function ChooseRecord({ no, file, choose }: { no: string; file: File | undefined; choose(file?: File): void }) {
  const t = useText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(no);
  const chooser = useRef<HTMLInputElement>(null);
  const lookUp = (event: FormEvent) => {
    event.preventDefault();
    choose(undefined);
    const next = typed.trim();
    if (next) void navigate(`/verify/draw/${encodeURIComponent(next)}`);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    const [dropped] = event.dataTransfer.files;
    if (dropped) choose(dropped);
  };
  return (
    <form onSubmit={lookUp} onDrop={drop} onDragOver={(event) => event.preventDefault()}>
      <label htmlFor="draw-number">{t(texts.number)}</label>
      <div className="xj-draw-verification-line">
        <input
          id="draw-number"
          value={typed}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className="xj-button" data-tone="primary">
          {t(texts.verify)}
        </button>
      </div>
      <p className="xj-draw-verification-line">
        {t(texts.orFile)}
        <input
          ref={chooser}
          type="file"
          hidden
          accept="application/json,.json"
          aria-label={t(texts.choose)}
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = ''; // the same file again after it was mended
            if (chosen) choose(chosen);
          }}
        />
        <button type="button" className="xj-button" onClick={() => chooser.current?.click()}>
          {t(texts.choose)}
        </button>
        {file && <strong>{file.name}</strong>}
      </p>
    </form>
  );
}

function Outcome({ verification }: { verification: DrawVerification }) {
  const t = useText();
  const { commitment, problem } = verification;
  if (problem) {
    const unreadable = problem.kind === 'unreadable';
    const more = unreadable
      ? problem.fault === undefined
        ? t(texts.noJson)
        : t(texts.fault, { fault: problem.fault })
      : (problem.message ?? t(texts.offline));
    return (
      <article className="xj-draw-verdict" data-tone="bad">
        <h2>{t(unreadable ? texts.unreadable : texts.notFound)}</h2>
        <p>{more}</p>
      </article>
    );
  }
  if (!commitment) return <p>{t(texts.reading)}</p>;
  const facts = [
    [texts.number, commitment.draw_no],
    [texts.publishedAt, formatMinute(commitment.published_at)],
    [texts.drawAt, formatMinute(commitment.draw_at)],
    [
      texts.count,
      t(commitment.pairing === 'none' ? texts.fromObjects : texts.from, {
        count: commitment.count,
        objects: commitment.object_count,
        officers: commitment.officer_count,
      }),
    ],
    [texts.witnesses, commitment.witnesses.join(' · ')],
    ...(commitment.pairing === 'none' ? [] : [[texts.pairing, t(texts[commitment.pairing])] as const]),
  ] as const;
  return (
    <>
      <DrawVerificationResult verification={verification} commitment={commitment} />
      <dl className="xj-draw-facts">
        {facts.map(([label, value]) => (
          <div key={label.en}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
