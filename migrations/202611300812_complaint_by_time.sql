-- Service requests of Open311 are listed by the time they were received.
create index complaint_createtime on complaint (createtime, id);
