-- Alerts of public opinion, and the rules that raise them.
create table opinion_rule (
  id bigint generated always as identity primary key,
  name text not null,
  level text not null,
  area_code text not null references system_area (code),
  window_hours integer not null default 24,
  min_items integer not null default 1,
  negative_share integer,
  heat_growth integer,
  min_fans integer,
  sensitive boolean not null default false,
  phrases text,
  previewed_at timestamptz,
  would_raise integer,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index opinion_rule_area on opinion_rule (area_code text_pattern_ops, id desc);
create index opinion_rule_status on opinion_rule (status, id desc);
select create_search_table('opinion_rule');

create table opinion_alert (
  id bigint generated always as identity primary key,
  no text,
  title text not null,
  level text not null,
  topic_id bigint not null references opinion_topic,
  rule_id bigint references opinion_rule,
  raised_for text,
  raised_for_en text,
  raised_at timestamptz not null,
  enterprise_id bigint references enterprise,
  area_code text not null references system_area (code),
  verdict text,
  handler_id bigint references auth_admin on delete set null,
  finding text,
  finding_note text,
  response_text text,
  drafted_at timestamptz,
  drafted_by bigint references auth_admin on delete set null,
  approved_at timestamptz,
  approved_by bigint references auth_admin on delete set null,
  responded_at timestamptz,
  responded_via text,
  monitored_from timestamptz,
  complaint_id bigint references complaint,
  check_id bigint references enforcement_check,
  result text,
  closed_at timestamptz,
  status text not null default 'new',
  due_at timestamptz,
  due_unit text,
  search_text text generated always as (lower(coalesce(no, '') || chr(31) || coalesce(compact_identifier(no), '') || chr(31) || title)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create sequence opinion_alert_no_seq owned by opinion_alert.no;
create unique index opinion_alert_no on opinion_alert (compact_identifier(no));
-- a rule raises a topic once, and a topic has one alert that is being handled
create unique index opinion_alert_topic_rule on opinion_alert (topic_id, rule_id) where rule_id is not null;
create unique index opinion_alert_topic_id on opinion_alert (topic_id) where status not in ('new', 'closed');
create index opinion_alert_topic on opinion_alert (topic_id, id desc);
create index opinion_alert_rule on opinion_alert (rule_id);
create index opinion_alert_area on opinion_alert (area_code text_pattern_ops, id desc);
create index opinion_alert_status on opinion_alert (status, id desc);
create index opinion_alert_enterprise on opinion_alert (enterprise_id, id desc);
create index opinion_alert_complaint on opinion_alert (complaint_id);
create index opinion_alert_check on opinion_alert (check_id);
create index opinion_alert_handler on opinion_alert (handler_id);
select create_search_table('opinion_alert');

insert into system_time_rule (code, name, name_en, unit, amount, roll, start_next_day, article, article_en, valid_from, warn) values
  ('opinion_response_blue', '舆情首次回应（蓝色）', 'First response, blue', 'hour', 24, 'none', false, '内部办理期限（可按本地规定修改）', 'Internal time limit (may be changed to local rules)', '2004-01-01', '{t-3,t,t+1}'),
  ('opinion_response_yellow', '舆情首次回应（黄色）', 'First response, yellow', 'hour', 8, 'none', false, '内部办理期限（可按本地规定修改）', 'Internal time limit (may be changed to local rules)', '2004-01-01', '{t-1,t,t+1}'),
  ('opinion_response_orange', '舆情首次回应（橙色）', 'First response, orange', 'hour', 2, 'none', false, '内部办理期限（可按本地规定修改）', 'Internal time limit (may be changed to local rules)', '2004-01-01', '{t-1,t,t+1}'),
  ('opinion_response_red', '舆情首次回应（红色）', 'First response, red', 'minute', 30, 'none', false, '内部办理期限（可按本地规定修改）', 'Internal time limit (may be changed to local rules)', '2004-01-01', '{t-3,t-1,t,t+1}'),
  ('opinion_monitoring', '舆情回应后跟踪', 'Monitoring after a response', 'hour', 72, 'none', false, '内部办理期限（可按本地规定修改）', 'Internal time limit (may be changed to local rules)', '2004-01-01', '{t,t+1}');
