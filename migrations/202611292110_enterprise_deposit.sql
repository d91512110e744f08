-- Quality deposits of travel agencies, and what is paid out of them to complainants.
create table enterprise_deposit (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprise,
  deposit_no text not null,
  mode text not null,
  bank text not null,
  outbound boolean not null default false,
  branches integer not null default 0,
  outbound_branches integer not null default 0,
  halved boolean not null default false,
  paid bigint not null check (paid >= 0),
  required bigint not null,
  shortfall bigint not null,
  certificate text,
  opened_on date not null,
  topup_notified_on date,
  topup_by date,
  status text not null default 'held',
  due_at timestamptz,
  due_unit text,
  search_text text generated always as (lower(deposit_no || chr(31) || compact_identifier(deposit_no) || chr(31) || bank)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index enterprise_deposit_deposit_no on enterprise_deposit (compact_identifier(deposit_no));
-- an agency keeps one deposit at a time
create unique index enterprise_deposit_enterprise_id on enterprise_deposit (enterprise_id) where status <> 'released';
create index enterprise_deposit_enterprise on enterprise_deposit (enterprise_id);
create index enterprise_deposit_status on enterprise_deposit (status, id desc);
select create_search_table('enterprise_deposit');

create table complaint_deposit_transfer (
  id bigint generated always as identity primary key,
  decision_no text,
  complaint_id bigint not null references complaint,
  deposit_id bigint not null references enterprise_deposit,
  ground text not null,
  amount bigint not null check (amount > 0),
  payee text not null,
  facts text not null,
  files text[] not null default '{}',
  approved_on date,
  receipt_no text,
  paid_on date,
  status text not null default 'drafted',
  due_at timestamptz,
  due_unit text,
  search_text text generated always as (lower(coalesce(decision_no, '') || chr(31) || coalesce(compact_identifier(decision_no), ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create sequence complaint_deposit_transfer_decision_no_seq owned by complaint_deposit_transfer.decision_no;
create unique index complaint_deposit_transfer_decision_no on complaint_deposit_transfer (compact_identifier(decision_no));
create index complaint_deposit_transfer_complaint on complaint_deposit_transfer (complaint_id, id desc);
create index complaint_deposit_transfer_deposit on complaint_deposit_transfer (deposit_id);
create index complaint_deposit_transfer_status on complaint_deposit_transfer (status, id desc);
select create_search_table('complaint_deposit_transfer');

insert into system_time_rule (code, name, name_en, unit, amount, article, article_en, valid_from, valid_to) values
  ('deposit_topup', '质量保证金补足', 'Topping up of a quality deposit', 'workingDay', 5, '《旅行社条例》第十八条', 'Regulations on travel agencies, Art. 18', '2009-05-01', null),
  ('deposit_transfer', '质量保证金划拨审批', 'Approval of a payment out of a deposit', 'workingDay', 5, '本机构办理规范（可按本地规定修改）',
   'Standard of the office (may be set by local rules)', '2009-05-01', null);
