-- People of an enterprise, its owners among them: who holds it is said here alone.
create table enterprise_person (
  id bigint generated always as identity primary key,
  enterprise_id bigint not null references enterprise,
  name text not null,
  -- Null where the account that registered long ago has none.
  mobile text,
  role text not null,
  user_id bigint references member,
  joined_at timestamptz,
  invited_until timestamptz,
  status text not null default 'invited',
  due_at timestamptz,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
-- Nobody is invited twice at a time, nor is an account in an enterprise twice.
create unique index enterprise_person_mobile_enterprise_id on enterprise_person (mobile, enterprise_id) where status = 'invited';
create unique index enterprise_person_account on enterprise_person (user_id, enterprise_id) where status = 'active';
create index enterprise_person_enterprise on enterprise_person (enterprise_id, id desc);
create index enterprise_person_search on enterprise_person using gin (bigrams(search_text)) with (fastupdate = off);

with moved as (
  insert into enterprise_person (enterprise_id, name, mobile, role, user_id, joined_at, status)
  select e.id, coalesce(nullif(m.nickname, ''), m.username), m.mobile, 'owner', m.id, e.createtime, 'active'
  from enterprise e join member m on m.id = e.user_id
  returning id, enterprise_id, name
)
insert into history (resource, row_id, action, actor_type, actor_name, area_code, note, changes)
select 'enterprise/person', p.id, 'add', 'system', '系统', e.area_code, '由企业账号转入', '{}'::jsonb
from moved p join enterprise e on e.id = p.enterprise_id;

alter table enterprise drop column user_id;
