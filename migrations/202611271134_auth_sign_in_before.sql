-- What somebody is told of as their last sign-in is the one before the session they look from. `lastlogintime` is when they were
-- last seen, which is now.
alter table auth_admin add column signed_in_at timestamptz, add column failed_since integer not null default 0;
alter table member add column signed_in_at timestamptz, add column failed_since integer not null default 0;
alter table session add column signed_in_before timestamptz, add column failed_before integer not null default 0;

update auth_admin a set signed_in_at = l.at from
  (select admin_id, max(createtime) as at from auth_admin_log where title = '登录' group by admin_id) l where l.admin_id = a.id;
update member m set signed_in_at = l.at from
  (select member_id, max(createtime) as at from member_sign_in group by member_id) l where l.member_id = m.id;

-- sessions that are open: the sign-in before they began, as far as it was written down (their own line is written just after them)
update session s set signed_in_before = case subject_type
  when 'admin' then (select max(l.createtime) from auth_admin_log l where l.admin_id = s.subject_id and l.title = '登录' and l.createtime < s.createtime)
  else (select max(l.createtime) from member_sign_in l where l.member_id = s.subject_id and l.createtime < s.createtime) end;
