alter table credit_formula add column title_en text;
select set_search_text('credit_formula', $$title || chr(31) || coalesce(title_en, '')$$);
update credit_formula set title_en = 'Credit score of enterprises' where title = '企业信用评分公式';

alter table risk_model add column title_en text;
select set_search_text('risk_model', $$title || chr(31) || coalesce(title_en, '')$$);
update risk_model set title_en = 'Risk score of enterprises' where title = '企业风险评分权重';

alter table enforcement_frequency_cap add column title_en text;
select set_search_text('enforcement_frequency_cap', $$title || chr(31) || coalesce(title_en, '')$$);
update enforcement_frequency_cap set title_en = 'Limits of checks on enterprises' where title = '涉企行政检查频次上限';
