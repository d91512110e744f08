-- The e-mail address an administrator has proven theirs by a code: what is sent on goes to no other.
create table message_proven_email (
  admin_id bigint primary key references auth_admin on delete cascade,
  email text not null,
  createtime timestamptz not null default now()
);

-- Where e-mail of an administrator goes: to the address on record, as long as it is the one that was proven.
create function proven_email(admin bigint) returns text stable language sql as $$
  select a.email from auth_admin a join message_proven_email p on p.admin_id = a.id and lower(p.email) = lower(a.email)
  where a.id = admin and a.status = '1'
$$;
