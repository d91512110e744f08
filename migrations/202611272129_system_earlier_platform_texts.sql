-- Texts the platform wrote itself before it wrote them in both languages are recognised by their words, and get their
-- English. Where a person wrote the same words, the English says the same.
create function pg_temp.english_of(resource text, written text) returns text language sql immutable as $$
  select case
    when resource = 'enterprise/claim' and written = '该企业已由其他申请人认领'
      then 'The enterprise was claimed by another applicant'
    when resource = 'enterprise/person' and written = '企业经认领核实，归申请人管理'
      then 'Claim verified: the enterprise is now managed by the applicant'
    when resource like 'rental/%' and written = '旅行社已接受其他企业的报价'
      then 'The agency accepted another company’s quote'
    when resource like 'rental/%' and written = '旅行社未接受报价'
      then 'The agency did not accept the quote'
    when resource = 'travel/itinerary' and written like '车企不能派车：%'
      then 'The coach company cannot provide the coach: ' || substr(written, 8)
    when resource = 'travel/itinerary' and written ~ '^到时自动结束：\d+ 个站点签到 \d+ 个，未签到：'
      then replace(regexp_replace(written, '^到时自动结束：(\d+) 个站点签到 (\d+) 个，未签到：',
        'Ended automatically: of \1 stops, \2 have a check-in. Without one: '), '、', ', ')
    when resource = 'travel/product' and written ~ '^第 \d+ 版$'
      then regexp_replace(written, '^第 (\d+) 版$', 'Version \1')
    when resource = 'travel/product' and written like '未列明的购物或自费项目（旅游法第三十五条）：%'
      then 'Shopping or optional items not listed (Tourism Law, Art. 35): ' || replace(substr(written, 23), '、', ', ')
    when resource = 'enterprise/enterprise' and written ~ '^法定代表人证件号码与从业限制名单一致（.*）$'
      then regexp_replace(written, '^[^（]*（(.*)）$', 'The legal representative’s identity number is on the list of barred persons (\1)')
    when resource = 'enterprise/enterprise' and written ~ '^法定代表人与从业限制名单同名，须人工核实（.*）$'
      then regexp_replace(written, '^[^（]*（(.*)）$', 'The legal representative has the name of a barred person: check by hand (\1)')
    when resource = 'enterprise/enterprise' and written ~ '^法定代表人与从业限制名单同名，证件号码不同，须人工核实（.*）$'
      then regexp_replace(written, '^[^（]*（(.*)）$', 'The legal representative has the name of a barred person but another identity number: check by hand (\1)')
    when resource = 'enterprise/enterprise' and written ~ '^(证照不清|信息不符|过期|缺材料|范围不符|重复注册)：'
      then (select c.english || ': ' || substr(written, length(c.chinese) + 2)
        from (values ('证照不清', 'Documents illegible'), ('信息不符', 'Information does not match'), ('过期', 'Expired'),
          ('缺材料', 'Documents missing'), ('范围不符', 'Scope does not match'), ('重复注册', 'Duplicate registration')) c (chinese, english)
        where starts_with(written, c.chinese || '：'))
    -- a deadline that was counted anew: its name, the day it was and the day it is
    when written ~ '^(\S+ \d{4}-\d\d-\d\d → \d{4}-\d\d-\d\d)(；\S+ \d{4}-\d\d-\d\d → \d{4}-\d\d-\d\d)*$'
      then (select string_agg(coalesce(c.english, d.part[1]) || ' ' || d.part[2], '; ' order by d.n)
        from regexp_matches(written, '([^；\s]+) (\d{4}-\d\d-\d\d → \d{4}-\d\d-\d\d)', 'g') with ordinality d (part, n)
        left join (values ('审核期限', 'Review deadline'), ('停业整顿期', 'Suspension period'), ('核准期限', 'Approval deadline'),
          ('核验期限', 'Verification deadline'), ('暂扣期', 'Suspension period'), ('签收期限', 'Receipt deadline'),
          ('求助响应', 'Response')) c (chinese, english) on c.chinese = d.part[1])
  end
$$;

update history set note_en = pg_temp.english_of(resource, note)
where note_en is null and pg_temp.english_of(resource, note) is not null;

-- what changed is read in English where the column of that name changed with it
update history set changes = changes || jsonb_build_object('audit_remark_en', jsonb_build_array(
  pg_temp.english_of(resource, changes -> 'audit_remark' ->> 0), pg_temp.english_of(resource, changes -> 'audit_remark' ->> 1)))
where resource = 'enterprise/enterprise' and changes ? 'audit_remark' and not changes ? 'audit_remark_en'
  and coalesce(pg_temp.english_of(resource, changes -> 'audit_remark' ->> 0), pg_temp.english_of(resource, changes -> 'audit_remark' ->> 1)) is not null;
update history set changes = changes || jsonb_build_object('finish_note_en', jsonb_build_array(
  pg_temp.english_of(resource, changes -> 'finish_note' ->> 0), pg_temp.english_of(resource, changes -> 'finish_note' ->> 1)))
where resource = 'travel/itinerary' and changes ? 'finish_note' and not changes ? 'finish_note_en'
  and coalesce(pg_temp.english_of(resource, changes -> 'finish_note' ->> 0), pg_temp.english_of(resource, changes -> 'finish_note' ->> 1)) is not null;

update enterprise set audit_remark_en = pg_temp.english_of('enterprise/enterprise', audit_remark)
where audit_remark_en is null and pg_temp.english_of('enterprise/enterprise', audit_remark) is not null;
update travel_itinerary set finish_note_en = pg_temp.english_of('travel/itinerary', finish_note)
where finish_note_en is null and pg_temp.english_of('travel/itinerary', finish_note) is not null;

-- messages and findings named these in Chinese within an English sentence
update message_notice set content_en = replace(replace(replace(content_en,
  '该企业已由其他申请人认领', 'The enterprise was claimed by another applicant'),
  '旅行社已接受其他企业的报价', 'The agency accepted another company’s quote'),
  '旅行社未接受报价', 'The agency did not accept the quote')
where content_en ~ '该企业已由其他申请人认领|旅行社已接受其他企业的报价|旅行社未接受报价';
update travel_finding set summary_en = replace(replace(replace(replace(replace(replace(replace(summary_en,
  '（道路运输证）', ' (road transport permit)'), '（车辆检验）', ' (vehicle inspection)'),
  '（承运人责任险）', ' (carrier liability insurance)'), '（驾驶证）', ' (driving licence)'),
  '（从业资格证）', ' (qualification certificate)'), '（导游证）', ' (guide card)'),
  '（旅行社业务经营许可证）', ' (travel agency licence)')
where summary_en ~ '（(道路运输证|车辆检验|承运人责任险|驾驶证|从业资格证|导游证|旅行社业务经营许可证)）';
