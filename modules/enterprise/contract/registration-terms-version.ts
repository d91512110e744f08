/** Version of the commitment letter and privacy notice; stored with the applicant's consent. */
export const registrationTermsVersion = '2026-11';
