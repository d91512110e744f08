-- Of which end of a paper it was told, how many days before it (-1: after it): each once, whatever night was missed.
create table message_ending_told (
  resource text not null,
  row_id bigint not null,
  field text not null,
  last_day date not null,
  days smallint not null,
  createtime timestamptz not null default now(),
  primary key (resource, row_id, field, last_day, days)
);
create index message_ending_told_day on message_ending_told (last_day);

insert into message_ending_told (resource, row_id, field, last_day, days, createtime)
select 'enterprise/licence', licence_id, 'expire_date', expire_date, days, createtime from enterprise_licence_told
union all
select 'enterprise/enterprise', enterprise_id, 'license_expire', expire_date, days, createtime from enterprise_told;
drop table enterprise_licence_told;
drop table enterprise_told;

-- All papers are told of in the same words now.
delete from message_template where code in ('licence_expiring', 'licence_expired', 'licences_ending', 'licences_ended',
  'business_licence_ending', 'business_licence_ended', 'business_licences_ending', 'business_licences_ended');

-- The first of several papers to end, by which it is told whether people and vehicles last through a tour.
alter table crew_driver add column papers_until date generated always as (least(licence_valid_to, qualification_valid_to)) stored;
alter table crew_vehicle add column papers_until date
  generated always as (least(permit_valid_to, inspect_valid_to, insurance_valid_to)) stored;
drop index crew_driver_ends;
drop index crew_vehicle_ends;
create index crew_driver_until on crew_driver (papers_until);
create index crew_vehicle_until on crew_vehicle (papers_until);
