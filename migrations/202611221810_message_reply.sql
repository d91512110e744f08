-- Reasons that are given again and again: the bureau's, for an area and all below it, or one officer's own (`admin_id`).
create table message_reply (
  id bigint generated always as identity primary key,
  move text not null,
  label text not null,
  content text not null,
  content_en text,
  area_code text,
  admin_id bigint,
  search_text text generated always as (
    lower(label || chr(31) || content || chr(31) || coalesce(content_en, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index message_reply_move on message_reply (move, id);
create index message_reply_area on message_reply (area_code, id desc);
create index message_reply_search on message_reply using gin (bigrams(search_text)) with (fastupdate = off);

-- How often each was put somewhere: what is used most stands first. No part of the row, and in no history.
create table message_reply_use (
  reply_id bigint primary key references message_reply on delete cascade,
  uses integer not null default 1
);

insert into message_reply (move, label, content, content_en) values
  ('enterprise/enterprise.return', '执照不清', '营业执照照片不清晰，看不清统一社会信用代码和有效期，请重新拍摄原件并上传。', 'The picture of the business licence is not clear: the credit code and the dates cannot be read. Photograph the original again and upload it.'),
  ('enterprise/enterprise.return', '名称不符', '填写的企业名称“{name}”与营业执照不一致，请按执照填写全称。', 'The name “{name}” differs from the business licence. Enter the full name as it stands there.'),
  ('enterprise/enterprise.return', '执照过期', '营业执照已过有效期，请换领新照后重新提交。', 'The business licence has expired. Submit again with the new one.'),
  ('enterprise/enterprise.return', '地址不详', '经营地址“{address}”不够详细，请填写到门牌号并在地图上标出位置。', 'The address “{address}” is not exact enough. Give the house number and mark the place on the map.'),
  ('enterprise/enterprise.return', '缺门头照', '缺少能看清招牌的门头照片，请补充。', 'A picture of the front with its sign is missing. Add one.'),
  ('enterprise/enterprise.reject', '不属本业', '“{name}”的经营范围不属于文化和旅游市场主体，不予登记。', 'The business of “{name}” is not one of the culture and tourism market and is not registered here.'),
  ('enterprise/enterprise.reject', '重复登记', '“{name}”已在本平台登记，请勿重复申请；如需取得管理权，请办理认领。', '“{name}” is registered already. To manage it, claim the registration instead.'),
  ('enterprise/enterprise.reject', '材料不实', '提交的材料经核实与实际情况不符，不予通过。', 'The documents handed in were checked and found to be untrue. The registration is rejected.'),
  ('enterprise/enterprise.reject', '不在辖区', '经营地址不在本辖区，请选择正确的地区后重新申请。', 'The premises lie outside this area. Apply again where they are.');
