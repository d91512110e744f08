-- The menu that WeChat was last sent for an account. It differs from the published one if its publication was stopped while it was
-- on its way: WeChat is then sent the published one again.
create table wechat_sent_menu (
  account_id bigint primary key references wechat_account on delete cascade,
  menu_id bigint not null
);
insert into wechat_sent_menu (account_id, menu_id)
select m.account_id, m.id from wechat_menu m join wechat_account a on a.id = m.account_id where m.status = 'published' and a.connected;
