-- What a document is about is a row by its name, `enterprise/enterprise:12`, as elsewhere: it is found by it, listed on its page,
-- and that row stays as long as there is a paper about it. A further subject is a call of keep_one_of in a migration.
alter table document drop column about;
alter table document add column about text;
update document d set about = 'enterprise/enterprise:' || d.about_id
where d.about_resource = 'enterprise/enterprise' and exists (select from enterprise e where e.id = d.about_id);
drop index document_about;
alter table document drop column about_resource, drop column about_id, drop column about_title;
select keep_one_of('document', 'about', 'enterprise/enterprise');
