/** Sample values for fields checked against each other: a complaint by telephone, filed today, of one person; less than any deposit holds. */
export const complaintSamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'complaint/complaint': {
    channel: 'phone',
    ext_no: null,
    ext_due_on: null,
    people: 1,
    filed_on: '2026-03-20',
    event_at: 1_773_900_000,
    contract_end_on: '2026-03-19',
    respondent_enterprise_id: null,
  },
  'complaint/depositTransfer': { ground: 'breach', amount: '1.00' },
};
