-- An order of a referring office becomes one complaint. Of orders that were entered twice, the later ones are told apart.
update complaint c set ext_no = c.ext_no || '-' || c.id
where c.ext_no is not null and exists (
  select from complaint o where o.id < c.id and o.channel = c.channel and compact_identifier(o.ext_no) = compact_identifier(c.ext_no));
drop index complaint_ext_no;
create unique index complaint_ext_no_channel on complaint (compact_identifier(ext_no), channel);
-- the day on which the referring office was told the result
alter table complaint add column reported_on date;
