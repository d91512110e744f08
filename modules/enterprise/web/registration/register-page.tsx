import { lazy, Suspense, useEffect, useState } from 'react';
import { NavLink, Route, Routes } from 'react-router';
import { translate, useText } from '#web/i18n/locale.ts';
import { PublicPageLayout } from '#web/sign-in/page/public-page-layout.tsx';
import { deleteStoredDraft, readStoredDraft } from './application/draft-in-browser.ts';
import { registerTexts } from './application/register-texts.ts';
import { ProgressQuery } from './progress-query.tsx';
import { RequirementsPage } from './requirements-page.tsx';
import './register.css';
import './requirements-page.css';
import './form/application-wizard.css';
import './form/steps.css';
import './form/application-summary.css';
import './application-receipt.css';
import './progress-query.css';

/** Ms after the first page before the form's code is fetched. */
const restAfter = 1200;

const loadApplication = () => import('./registration-flow.tsx');
const Application = lazy(loadApplication);

/** `/enterprise/register`: requirements, the application, and its progress. */
export default function RegisterPage() {
  const t = useText();
  return (
    <PublicPageLayout
      home="/enterprise/register"
      nav={
        <nav className="xj-register-nav" aria-label={t(registerTexts.title)}>
          <NavLink to="/enterprise/register" end>
            {t(registerTexts.register)}
          </NavLink>
          <NavLink to="/enterprise/register/progress">{t(registerTexts.progress)}</NavLink>
        </nav>
      }
    >
      <Routes>
        <Route path="progress" element={<ProgressQuery />} />
        <Route path="*" element={<Registration />} />
      </Routes>
    </PublicPageLayout>
  );
}

function Registration() {
  const [draft, setDraft] = useState(readStoredDraft);
  const [begun, setBegun] = useState(false);
  // Fetch the form's code while the applicant reads, after the page itself has loaded.
  useEffect(() => {
    const timer = setTimeout(() => void loadApplication().catch(() => undefined), restAfter);
    return () => clearTimeout(timer);
  }, []);
  if (!begun) {
    return (
      <RequirementsPage
        draft={draft}
        onBegin={() => setBegun(true)}
        onAfresh={() => {
          deleteStoredDraft();
          setDraft(undefined);
          setBegun(true);
        }}
      />
    );
  }
  return (
    <Suspense fallback={<p className="xj-register-wait">{translate(registerTexts.loading)}</p>}>
      <Application draft={draft} />
    </Suspense>
  );
}
