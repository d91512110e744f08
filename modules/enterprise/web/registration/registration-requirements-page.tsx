import { Link } from 'react-router';
import type { Text } from '#kernel/text/text.ts';
import { formatRecent } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';
import { Landscape } from '#web/sign-in/page/sign-in-landscape-background.tsx';
import type { StoredApplicationDraft } from './application/application-draft-local-storage.ts';
import { registerTexts } from './application/registration-form-texts.ts';

const needed: readonly { title: Text; text: Text; shape: string }[] = [
  {
    title: registerTexts.neededLicence,
    text: registerTexts.neededLicenceText,
    shape: 'M4 3.5h16v17H4zM7.5 8h9M7.5 11.5h9M7.5 15h4M15.2 15.6a1.7 1.7 0 1 0 .01 0M14.4 16.8l-.6 3M16 16.8l.6 3',
  },
  {
    title: registerTexts.neededPhoto,
    text: registerTexts.neededPhotoText,
    shape:
      'M3 9.5 5 4h14l2 5.5M3 9.5h18M4.5 9.5V20h15V9.5M9.5 20v-6h5v6M3 9.5a2.2 2.2 0 0 0 4.5 0a2.2 2.2 0 0 0 4.5 0a2.2 2.2 0 0 0 4.5 0a2.2 2.2 0 0 0 4.5 0',
  },
  {
    title: registerTexts.neededMobile,
    text: registerTexts.neededMobileText,
    shape: 'M7 2.5h10v19H7zM10.5 18.5h3M9.8 8.2h4.6v3.6h-2.6l-2 1.6z',
  },
];

const way: readonly { title: Text; text: Text }[] = [
  { title: registerTexts.wayFill, text: registerTexts.wayFillText },
  { title: registerTexts.wayCounty, text: registerTexts.wayReturnText },
  { title: registerTexts.wayCity, text: registerTexts.wayAuditText },
  { title: registerTexts.wayDone, text: registerTexts.wayDoneText },
];

interface StartPageProps {
  draft: StoredApplicationDraft | undefined;
  onBegin: () => void;
  onAfresh: () => void;
}

/** Requirements and duration of a registration, shown before the form. */
export function RegistrationRequirementsPage({ draft, onBegin, onAfresh }: StartPageProps) {
  const t = useText();
  return (
    <div className="xj-start">
      <Landscape className="xj-start-landscape" />
      <section className="xj-start-lead">
        <h1>{t(registerTexts.title)}</h1>
        <p>{t(registerTexts.lead)}</p>
        {draft && (
          <p className="xj-start-draft" role="status">
            {t(registerTexts.draftFound, { time: formatRecent(draft.at / 1000) })}
          </p>
        )}
        <div className="xj-start-buttons">
          <button type="button" className="xj-button" data-tone="primary" onClick={onBegin}>
            {t(draft ? registerTexts.resume : registerTexts.begin)}
          </button>
          {draft ? (
            <button type="button" className="xj-button" onClick={onAfresh}>
              {t(registerTexts.afresh)}
            </button>
          ) : (
            <Link className="xj-button" to="/enterprise/register/progress">
              {t(registerTexts.progress)}
            </Link>
          )}
        </div>
        <p className="xj-start-account">
          {t(registerTexts.haveAccount)} <Link to="/user/login">{t(registerTexts.signIn)}</Link>
        </p>
      </section>
      <section className="xj-start-card" aria-labelledby="xj-start-needed">
        <h2 id="xj-start-needed">{t(registerTexts.needed)}</h2>
        <ul className="xj-start-needed">
          {needed.map((one) => (
            <li key={one.title.en}>
              <svg
                width="28"
                height="28"
                viewBox="0 0 24 24"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.4"
                aria-hidden="true"
              >
                <path d={one.shape} strokeLinejoin="round" strokeLinecap="round" />
              </svg>
              <span>
                <strong>{t(one.title)}</strong>
                <small>{t(one.text)}</small>
              </span>
            </li>
          ))}
        </ul>
        <p className="xj-start-note">{t(registerTexts.neededFormats)}</p>
        <h2>{t(registerTexts.way)}</h2>
        <ol className="xj-start-way">
          {way.map((one) => (
            <li key={one.title.en}>
              <strong>{t(one.title)}</strong>
              <small>{t(one.text)}</small>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
