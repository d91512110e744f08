-- How the code of a witness was handed over last, so that no officer has seen the codes of all witnesses; and where it can be
-- sent without anybody at the bureau reading it.
alter table enforcement_draw_witness
  add email text,
  add mobile text,
  add code_way text,
  add code_to text,
  add code_at timestamptz,
  add code_by bigint references auth_admin;
create index enforcement_draw_witness_code_by on enforcement_draw_witness (code_by);
alter table enforcement_expert_draw_witness
  add email text,
  add mobile text,
  add code_way text,
  add code_to text,
  add code_at timestamptz,
  add code_by bigint references auth_admin;
create index enforcement_expert_draw_witness_code_by on enforcement_expert_draw_witness (code_by);

-- Draws of experts name the void draw that they repeat, and persons whom the matter concerns.
alter table enforcement_expert_draw
  add redraw_of bigint references enforcement_expert_draw,
  add persons text;
create index enforcement_expert_draw_redraw_of on enforcement_expert_draw (redraw_of);

-- `persons`: whom experts give no opinion on, besides enterprises.
create or replace view library_eligible_expert as
  select t.id, t.area_code, t.fields, t.valid_to,
    coalesce((select array_agg(distinct c.enterprise_id) from library_expert_conflict c
      where c.expert_id = t.id and c.enterprise_id is not null), '{}') as conflicts,
    coalesce((select array_agg(distinct c.person) from library_expert_conflict c
      where c.expert_id = t.id and c.person is not null), '{}') as persons
  from library_expert t
  where t.status = 'engaged' and t.valid_to >= (now() at time zone 'Asia/Shanghai')::date;
