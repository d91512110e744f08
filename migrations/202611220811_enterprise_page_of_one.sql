-- What belongs to one enterprise, latest first: its page is one index and one kept plan.
drop index enterprise_licence_enterprise;
create index enterprise_licence_enterprise on enterprise_licence (enterprise_id, id desc);
drop index enterprise_staff_enterprise;
create index enterprise_staff_enterprise on enterprise_staff (enterprise_id, id desc);
drop index enterprise_claim_enterprise;
create index enterprise_claim_enterprise on enterprise_claim (enterprise_id, id desc);
