/** Version of the commitment letter and privacy notice; stored with the applicant's consent. */
export const termsVersion = '2026-11';
