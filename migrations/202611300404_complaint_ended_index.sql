-- How like complaints about the same respondent ended is read from these alone.
create index complaint_respondent_ended on complaint (respondent_enterprise_id, category, closed_on desc) where closed_on is not null;
create index complaint_respondent_name_ended on complaint (respondent_name, category, closed_on desc)
  where closed_on is not null and respondent_enterprise_id is null;
