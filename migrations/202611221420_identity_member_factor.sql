-- Members prove themselves as officers do. Whose a factor, a code on paper or a sign-in under way is, one of two columns says.

alter table auth_factor
  alter column admin_id drop not null,
  add column member_id bigint references member on delete cascade,
  add constraint auth_factor_owner check (num_nonnulls(admin_id, member_id) = 1);
create index auth_factor_member on auth_factor (member_id);

-- the hash is keyed by its owner: no two have the same
alter table auth_recovery_code
  drop constraint auth_recovery_code_pkey,
  alter column admin_id drop not null,
  add column member_id bigint references member on delete cascade,
  add primary key (hash),
  add constraint auth_recovery_code_owner check (num_nonnulls(admin_id, member_id) = 1);
create index auth_recovery_code_admin on auth_recovery_code (admin_id);
create index auth_recovery_code_member on auth_recovery_code (member_id);

alter table auth_sign_in
  alter column admin_id drop not null,
  add column member_id bigint references member on delete cascade,
  add constraint auth_sign_in_owner check (num_nonnulls(admin_id, member_id) = 1);

-- When members signed in, and from where.
create table member_sign_in (
  id bigint generated always as identity primary key,
  member_id bigint not null references member on delete cascade,
  ip text not null,
  useragent text not null,
  createtime timestamptz not null default now()
);
create index member_sign_in_member on member_sign_in (member_id, createtime);
create index member_sign_in_time on member_sign_in (createtime);
