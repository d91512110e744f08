import { lazy, Suspense, useEffect, useState } from 'react';
import { NavLink, Route, Routes } from 'react-router';
import { translate, useText } from '#web/i18n/locale.ts';
import { PublicPageLayout } from '#web/sign-in/page/public-page-layout.tsx';
import { deleteStoredDraft, readStoredDraft } from './application/application-draft-local-storage.ts';
import { registerTexts } from './application/registration-form-texts.ts';
import { ApplicationProgressQueryForm } from './application-progress-query-form.tsx';
import { RegistrationRequirementsPage } from './registration-requirements-page.tsx';
import './register-page.css';
import './registration-requirements-page.css';
import './form/application-wizard.css';
import './form/application-steps.css';
import './form/entered-registration-values-summary.css';
import './application-receipt.css';
import './application-progress-query-form.css';

/** Ms after the first page before the form's code is fetched. */
const restAfter = 1200;

const loadApplication = () => import('./registration-wizard-claim-and-receipt-flow.tsx');
const Application = lazy(loadApplication);

/** `/enterprise/register`: requirements, the application, and its progress. */
export default function EnterpriseRegistrationPage() {
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
        <Route path="progress" element={<ApplicationProgressQueryForm />} />
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
      <RegistrationRequirementsPage
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
