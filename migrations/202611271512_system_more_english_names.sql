-- What the product ships or puts together is read in English too: findings, the articles of deadline rules, short names of
-- reply templates, rules of data security, the first member group. What was found before stays as it was said.
alter table travel_finding add column summary_en text, add column article_en text;
alter table travel_unfiled_coach add column summary_en text, add column article_en text;
with known (zh, en) as (values
  ('旅游法第三十条；旅行社条例第四十七条', 'Tourism Law, Art. 30; Regulations on Travel Agencies, Art. 47'),
  ('旅游法第三十五条；旅行社条例第二十七条', 'Tourism Law, Art. 35; Regulations on Travel Agencies, Art. 27'),
  ('道路交通安全法实施条例第六十二条；道路旅客运输企业安全管理规范第三十八条',
   'Implementation Regulations of the Road Traffic Safety Law, Art. 62; Safety Rules for Road Passenger Transport Operators, Art. 38'),
  ('旅游法第七十九条', 'Tourism Law, Art. 79'),
  ('一团一报（本地规定）', 'One filing per team (local rule)'),
  ('劳动法第三十八条', 'Labour Law, Art. 38'),
  ('旅游法第三十五条、第六十九条', 'Tourism Law, Art. 35 and 69'),
  ('道路交通安全法第四十九条', 'Road Traffic Safety Law, Art. 49'),
  ('旅游法第三十四条、第四十条、第五十六条', 'Tourism Law, Art. 34, 40 and 56'),
  ('导游人员管理条例第九条；旅游法第五十三条', 'Regulations on Tour Guides, Art. 9; Tourism Law, Art. 53'),
  ('旅游法第三十四条、第五十三条', 'Tourism Law, Art. 34 and 53'),
  ('旅游法第三十五条', 'Tourism Law, Art. 35'),
  ('旅游法第五十七条', 'Tourism Law, Art. 57'),
  ('旅行社条例第二十七条、第六十二条', 'Regulations on Travel Agencies, Art. 27 and 62')
)
update travel_finding f set article_en = known.en from known where f.article = known.zh;
update travel_unfiled_coach set article_en = 'Regulations on Road Transport, Art. 63' where article = '道路运输条例第六十三条';

alter table system_time_rule add column article_en text;
update system_time_rule r set article_en = known.en
from (values
  ('行政审批承诺期限（可按本地规定修改）', 'Service commitment for administrative approvals (may be set by local rules)'),
  ('奖励政策承诺期限（可按本地规定修改）', 'Service commitment of the reward policy (may be set by local rules)'),
  ('值班处置时限（可按本地规定修改）', 'Response time of the duty room (may be set by local rules)'),
  ('签收期限（可按本地规定修改）；电子送达须经当事人确认同意（行政处罚法第六十一条）',
   'Time to sign for a document (may be set by local rules); electronic service needs the party’s consent (Administrative Penalty Law, Art. 61)')
) as known (zh, en)
where r.article = known.zh;

alter table message_reply add column label_en text;
update message_reply r set label_en = known.en
from (values
  ('执照不清', 'Licence illegible'), ('名称不符', 'Name differs'), ('执照过期', 'Licence expired'),
  ('地址不详', 'Address incomplete'), ('缺门头照', 'Front photo missing'), ('不属本业', 'Out of scope'),
  ('重复登记', 'Already registered'), ('材料不实', 'Untrue documents'), ('不在辖区', 'Outside the area')
) as known (zh, en)
where r.label = known.zh and r.admin_id is null;

alter table security_data_recycle add column name_en text;
alter table security_sensitive_data add column name_en text;
update security_data_recycle r set name_en = known.en
from (values
  ('auth/admin', '管理员', 'Administrators'), ('auth/menu', '菜单规则', 'Menu rules'), ('user/user', '会员', 'Members'),
  ('security/dataRecycle', '数据回收规则', 'Recycle rules')
) as known (controller, zh, en)
where r.controller = known.controller and r.name = known.zh;
update security_sensitive_data r set name_en = known.en
from (values
  ('auth/admin', '管理员', 'Administrators'), ('user/user', '会员', 'Members'), ('auth/group', '管理组', 'Groups')
) as known (controller, zh, en)
where r.controller = known.controller and r.name = known.zh;

alter table user_group add column name_en text;
update user_group set name_en = 'Default group' where id = 1 and name = '默认分组';

alter table travel_threshold add column name_en text;
