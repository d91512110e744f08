-- What applicants sent in without signing in: proof of the promises they made, and what the daily limits count.
create table enterprise_application (
  id bigint generated always as identity primary key,
  kind text not null,
  enterprise_id bigint references enterprise,
  user_id bigint references member,
  mobile text not null,
  ip text,
  useragent text,
  -- Version of the commitment letter and privacy notice that were accepted.
  terms text,
  createtime timestamptz not null default now()
);
create index enterprise_application_mobile on enterprise_application (mobile, createtime);
create index enterprise_application_ip on enterprise_application (ip, createtime);
create index enterprise_application_enterprise on enterprise_application (enterprise_id);

-- Progress asked for with a wrong pair of query number and mobile: too many of them close the number for an hour.
create table enterprise_query_miss (
  query_no text not null,
  ip text,
  createtime timestamptz not null default now()
);
create index enterprise_query_miss_number on enterprise_query_miss (query_no, createtime);
create index enterprise_query_miss_ip on enterprise_query_miss (ip, createtime);
