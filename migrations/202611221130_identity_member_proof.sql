-- That a member has what their account is bound to, proved by a code: good once, for ten minutes, to bind another.
create table member_proof (
  hash text primary key,
  member_id bigint not null references member on delete cascade,
  expiretime timestamptz not null
);
create index member_proof_member on member_proof (member_id);
