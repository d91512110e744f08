-- Settings that administrators add themselves beside those the program declares: what they are stands in their row.
alter table system_setting
  add column section text,
  add column variable text,
  add column label text,
  add column hint text,
  add column form text,
  add column options jsonb,
  add column rules text[],
  add column extend jsonb,
  add column weigh integer;
create unique index system_setting_variable on system_setting (variable);
