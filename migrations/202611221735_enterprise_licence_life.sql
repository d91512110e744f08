-- Licences are handed in and renewed by their enterprise and confirmed by an officer; what is there was entered by officers.
alter table enterprise_licence
  add column status text not null default 'recorded',
  add column due_at timestamptz,
  add column due_unit text,
  add column pending jsonb,
  add column pending_sealed jsonb,
  alter column validity drop not null,
  alter column validity drop default;
alter table enterprise_licence alter column status set default 'submitted';
create index enterprise_licence_status on enterprise_licence (status, id desc);

-- Only what the bureau vouches for holds its number: nobody keeps it from its holder by claiming it.
drop index enterprise_licence_license_no_kind;
create unique index enterprise_licence_license_no_kind on enterprise_licence (license_no, kind) where status in ('recorded', 'renewing');

drop index enterprise_licence_search;
select keep_search_beside('enterprise_licence');

insert into system_time_rule (code, name, unit, amount, article, valid_from) values
  ('licence_confirmation', '许可证核准', 'workingDay', 5, '行政审批承诺期限（可按本地规定修改）', '2004-01-01');
