-- Words the platform writes itself read in either language, whoever reads them.
alter table user_score_log add column memo_en text;
update user_score_log l set memo = '每日签到（连续 ' || s.streak || ' 天）', memo_en = 'Daily check-in (day ' || s.streak || ' in a row)'
from (select id, substring(memo from '^(?:每日签到（连续 |Daily check-in \(day )(\d+)(?: 天）| in a row\))$') as streak from user_score_log) s
where s.id = l.id and s.streak is not null;
update member set nickname = '已注销用户 Deleted account' where nickname = '已注销用户' and username like 'gone-%' and status = 'disable';
