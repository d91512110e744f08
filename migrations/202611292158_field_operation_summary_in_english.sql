-- The summary of an answer names its item, and says the answer in words and in both languages. Others are as they were typed.
alter table field_operation add column summary_en text;
update field_operation t set
  summary = left(concat_ws(' · ', i.name, case t.content->>'answer' when 'yes' then '符合' when 'no' then '不符合' else '不适用' end,
    nullif(t.content->>'value', ''), nullif(t.content->>'note', '')), 500),
  summary_en = left(concat_ws(' · ', coalesce(i.name_en, i.name),
    case t.content->>'answer' when 'yes' then 'Complies' when 'no' then 'Does not comply' else 'Not applicable' end,
    nullif(t.content->>'value', ''), nullif(t.content->>'note', '')), 500)
from library_check_item i where t.kind = 'answer' and i.id = (t.content->>'item')::bigint;
