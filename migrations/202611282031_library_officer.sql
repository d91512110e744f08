create table library_officer (
  id bigint generated always as identity primary key,
  admin_id bigint not null references auth_admin,
  name text not null,
  mobile text not null,
  photo text,
  cert_no text not null,
  cert_org text not null,
  cert_valid_to date not null,
  validity text,
  domains text[] not null,
  area_code text not null,
  on_duty boolean not null default true,
  capacity integer not null default 20,
  status text not null default 'entered',
  due_at timestamptz,
  due_unit text,
  pending jsonb,
  pending_sealed jsonb,
  search_text text generated always as (lower(name || chr(31) || cert_no || chr(31) || compact_identifier(cert_no))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
-- An account acts as one officer, and a certificate is one officer's. Whoever was not verified or has left keeps neither
-- from others.
create unique index library_officer_admin_id on library_officer (admin_id) where status in ('verified', 'changing', 'suspended');
create unique index library_officer_cert_no on library_officer (compact_identifier(cert_no)) where status not in ('returned', 'left');
create index library_officer_admin on library_officer (admin_id);
create index library_officer_cert on library_officer (compact_identifier(cert_no));
create index library_officer_area on library_officer (area_code, status, id desc);
create index library_officer_status on library_officer (status, id desc);
create index library_officer_cert_valid_to on library_officer (cert_valid_to);
select create_search_table('library_officer');

-- Tasks under way. There are none before checks are assigned.
create function workload(t library_officer) returns integer language sql stable as $$ select 0 $$;

create table library_recusal (
  id bigint generated always as identity primary key,
  officer_id bigint not null references library_officer,
  enterprise_id bigint references enterprise,
  person text,
  reason text not null,
  from_on date not null,
  until_on date,
  status text not null default 'declared',
  due_at timestamptz,
  search_text text generated always as (lower(coalesce(person, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index library_recusal_officer on library_recusal (officer_id);
create index library_recusal_enterprise on library_recusal (enterprise_id);
create index library_recusal_status on library_recusal (status, id desc);
select create_search_table('library_recusal');

-- Officers who may be drawn and assigned today: verified, on duty, with a valid certificate (行政处罚法 Art. 42) and an
-- enabled account. A later day also needs `cert_valid_to` to reach it. `area` is the beginning of the codes of the
-- divisions they act in; `recused` are the enterprises they do not check; `capacity` is what they can still take on.
create view library_eligible_officer as
  select t.id, t.admin_id, t.area_code, regexp_replace(t.area_code, '(00)+$', '') as area, t.domains, t.cert_valid_to,
    coalesce((select array_agg(distinct r.enterprise_id) from library_recusal r
      where r.officer_id = t.id and r.enterprise_id is not null and r.status in ('declared', 'confirmed')
        and r.from_on <= d.today and (r.until_on is null or r.until_on >= d.today)), '{}') as recused,
    t.capacity - t.workload as capacity
  from library_officer t
    join auth_admin a on a.id = t.admin_id and a.status = '1'
    cross join (select (now() at time zone 'Asia/Shanghai')::date as today) d
  where t.status in ('verified', 'changing') and t.on_duty and t.cert_valid_to >= d.today and t.capacity > t.workload;
