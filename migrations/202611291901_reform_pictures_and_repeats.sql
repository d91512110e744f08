-- Pictures of a problem are limited for each submission, and only who sent one may delete it.
alter table reform_problem add column pictures integer not null default 0;
update reform_problem p set pictures = e.n
from (
  select e.problem_id, sum(cardinality(e.photos)) as n from reform_evidence e join reform_order o on o.id = e.order_id
  where e.round > o.rounds group by e.problem_id) e
where e.problem_id = p.id;
alter table reform_evidence add column sender text not null default 'enterprise';
alter table reform_evidence add column admin_id bigint references auth_admin;
update reform_evidence e set sender = 'officer', admin_id = h.actor_id
from history h where h.resource = 'reform/evidence' and h.row_id = e.id and h.action = 'add' and h.actor_type = 'admin';
create index reform_evidence_admin on reform_evidence (admin_id);

-- Figures count problems of orders that were issued and not withdrawn.
alter table reform_problem add column ordered_on date;
update reform_problem p set ordered_on = o.issued_on from reform_order o where o.id = p.order_id and o.status <> 'cancelled';
create index reform_problem_ordered_on on reform_problem (ordered_on);

-- An extension takes back the lapse of its own submission, not an earlier one.
alter table reform_order add column late_round integer;
update reform_order set late_round = 1 where late;
