-- What the product ships has a name in English too: holidays, deadline rules and groups. Divisions are called by the
-- reading of their short name (昆明市: Kunming), which they are found by already.
alter table system_calendar add column name_en text;
update system_calendar c set name_en = case when c.name like '%调休' then 'Make-up day, ' else '' end || known.en
from (values
  ('元旦', 'New Year’s Day'), ('春节', 'Spring Festival'), ('清明节', 'Qingming Festival'), ('劳动节', 'Labour Day'),
  ('端午节', 'Dragon Boat Festival'), ('中秋节', 'Mid-Autumn Festival'), ('国庆节', 'National Day'),
  ('抗战胜利70周年纪念日', '70th anniversary of victory')
) as known (zh, en)
where c.name in (known.zh, known.zh || '调休');

alter table system_time_rule add column name_en text;
update system_time_rule r set name_en = known.en
from (values
  ('enterprise_audit', '企业登记审核', 'Enterprise registration review'),
  ('document_receipt', '电子送达签收', 'Receipt of electronic service'),
  ('licence_confirmation', '许可证核准', 'Licence approval'),
  ('reward_review', '奖励申报审核', 'Reward application review'),
  ('policy_verification', '保单核验', 'Insurance policy verification'),
  ('sos_response', '紧急求助处置', 'Emergency call response')
) as known (code, zh, en)
where r.code = known.code and r.name = known.zh;

alter table auth_group add column name_en text;
update auth_group g set name_en = known.en
from (values
  ('超级管理组', 'Super administrators'), ('省级市场管理', 'Province market supervision'),
  ('市级市场管理', 'Prefecture market supervision'), ('县级市场管理', 'County market supervision')
) as known (zh, en)
where g.name = known.zh;
