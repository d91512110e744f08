-- A problem that was asked for again is answered by pictures of later submissions; the others keep the ones they have.
alter table reform_problem add column requested_round integer;
update reform_problem p set requested_round = o.rounds from reform_order o where o.id = p.order_id;
