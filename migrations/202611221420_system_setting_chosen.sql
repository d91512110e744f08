-- A setting of one's own may be a row of these resources; what is chosen stays, as with any reference.
alter table system_setting add column target text, add column chosen text;
select keep_one_of('system_setting', 'chosen', 'enterprise/enterprise', 'auth/admin', 'auth/department', 'auth/group', 'user/group', 'document/template');
