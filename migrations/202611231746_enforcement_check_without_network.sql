-- Checks that were written down without network: when they were made, and what the code that was shown said.
alter table enforcement_roadside_check
  add team_no text,
  add doubt text,
  add made_at timestamptz,
  add late text not null default 'no';
update enforcement_roadside_check set made_at = createtime;
alter table enforcement_roadside_check alter made_at set default now(), alter made_at set not null;
