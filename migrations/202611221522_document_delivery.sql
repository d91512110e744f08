-- Papers served on a party inside the platform: until when they are to be signed for, and who did. A message leads to the
-- paper by the call that answers it.
alter table document add column due_unit text, add column received_by text;
alter table message_notice add column file text;

insert into system_time_rule (code, name, unit, amount, article, valid_from) values
  ('document_receipt', '电子送达签收', 'workingDay', 3, '签收期限（可按本地规定修改）；电子送达须经当事人确认同意（行政处罚法第六十一条）', '2004-01-01');
