-- Whoever holds the row was shown when these limits end: no later calendar may shorten them. Limits that run until a decided
-- day have no rule and know no calendar.
update deadline set served = true
where status <> 'done' and not served and rule_code <> '' and resource in (
  'enterprise/enterprise', 'enterprise/licence', 'enterprise/staff', 'document/document', 'insurance/policy', 'crew/driver',
  'crew/guide', 'crew/vehicle', 'reward/application', 'travel/sos');
