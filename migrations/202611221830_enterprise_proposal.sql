-- what waits for somebody is asked for by state or by proposal: of a million enterprises a handful have one
create index enterprise_proposal on enterprise (id) where approval is not null;
