-- One way of numbering for all resources. A number is drawn in the statement that stores its row, from a sequence
-- named `<table>_<field>_seq`, or without gaps from a counter.

-- The last number given under a rule in a period. The row is locked until the write is committed or not, so that
-- numbers follow each other without a gap: those of documents, and of fields declared `gapless`.
create table number_counter (
  rule text not null,
  period text not null,
  last bigint not null,
  primary key (rule, period)
);
insert into number_counter (rule, period, last) select rule, year::text, last from document_number;
drop table document_number;

create function draw_gapless_number(rule text, period text) returns bigint language sql as $$
  insert into number_counter as n (rule, period, last) values ($1, $2, 1)
  on conflict (rule, period) do update set last = n.last + 1 returning last
$$;

-- The value of a sequence that is number 1 of a period: sequences go on for ever, numbers begin again each year.
create table number_start (
  sequence text not null,
  period text not null,
  value bigint not null,
  primary key (sequence, period)
);

create function draw_number(of_sequence text, of_period text) returns bigint language plpgsql as $$
declare
  drawn bigint;
  first bigint;
begin
  loop
    drawn := nextval(of_sequence::regclass);
    select value into first from number_start where sequence = of_sequence and period = of_period;
    if not found then
      insert into number_start (sequence, period, value) values (of_sequence, of_period, drawn)
        on conflict do nothing returning value into first;
      if not found then
        select value into first from number_start where sequence = of_sequence and period = of_period;
      end if;
    end if;
    -- drawn before the first of this period, by a write that was overtaken when the period began
    if drawn >= first then
      return drawn - first + 1;
    end if;
  end loop;
end
$$;

-- At least so many digits; a number that needs more has more.
create function number_with_digits(number bigint, digits integer) returns text language sql immutable as
  'select lpad($1::text, greatest($2, length($1::text)), ''0'')';

-- The counters so far. Numbers given stay as they are, and this year goes on where it stood.
alter sequence enterprise_query_number rename to enterprise_query_no_seq;
alter sequence enterprise_query_no_seq as bigint no maxvalue no cycle;
alter sequence enterprise_query_no_seq owned by enterprise.query_no;
alter sequence reward_application_number rename to reward_application_no_seq;
alter sequence reward_application_no_seq owned by reward_application.no;
alter sequence travel_team_number rename to travel_itinerary_team_no_seq;
alter sequence travel_itinerary_team_no_seq owned by travel_itinerary.team_no;
alter sequence travel_product_number rename to travel_product_code_seq;
alter sequence travel_product_code_seq owned by travel_product.code;

-- Teams were numbered for days to come too: every year that has teams goes on with the sequence as it stands.
insert into number_start (sequence, period, value)
select sequence, to_char(now() at time zone 'Asia/Shanghai', 'YYYY'), 1
from unnest(array['enterprise_query_no_seq', 'reward_application_no_seq', 'travel_itinerary_team_no_seq', 'travel_product_code_seq']) sequence
union
select 'travel_itinerary_team_no_seq', to_char(start_at at time zone 'Asia/Shanghai', 'YYYY'), 1 from travel_itinerary;
