-- Where a licence, a person or a claim lies is read from the enterprise it belongs to.
create index enterprise_claim_enterprise on enterprise_claim (enterprise_id);
alter table enterprise_licence drop column area_code;
alter table enterprise_staff drop column area_code;
alter table enterprise_claim drop column area_code;
