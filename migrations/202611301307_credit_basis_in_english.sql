-- The basis of points in English too: an explanation of a score is read in both languages.
alter table credit_formula_rule add column basis_en text;
alter table credit_event add column basis_en text;
alter table credit_guide_event add column basis_en text;

create temp table shipped_basis (basis text primary key, basis_en text not null) on commit drop;
insert into shipped_basis values
  ('《文化和旅游市场信用管理规定》：行政处罚信息', 'Provisions on credit in the culture and tourism market: administrative penalties'),
  ('《文化和旅游市场信用管理规定》：其他机关认定的失信信息', 'Provisions on credit in the culture and tourism market: dishonesty found by other authorities'),
  ('《文化和旅游市场信用管理规定》：拒不配合监督检查', 'Provisions on credit in the culture and tourism market: refusal of a check'),
  ('双随机抽查结果：公示信息隐瞒真实情况、弄虚作假', 'Result of a random check: published information conceals the truth or is false'),
  ('责令改正逾期未改', 'Not corrected by the day of the order'),
  ('《旅游投诉处理办法》：认定被投诉人有责', 'Rule on tourism complaints: respondent found responsible'),
  ('《旅行社条例》第十五条：质量保证金划拨', 'Travel Agency Regulations, Art. 15: payment out of the quality deposit'),
  ('《旅游法》第五十六条：未投保责任保险', 'Tourism Law, Art. 56: no liability insurance'),
  ('奖励资金追回', 'Reward reclaimed'),
  ('引客入境奖励已拨付', 'Reward for bringing visitors paid'),
  ('县级以上机关表彰', 'Commended by an authority of county level or above'),
  ('信用承诺经核查已履行', 'Commitment verified as honoured'),
  ('责令改正按期完成', 'Corrected by the day of the order');
update credit_formula_rule r set basis_en = s.basis_en from shipped_basis s where s.basis = r.basis;
update credit_event e set basis_en = s.basis_en from shipped_basis s where s.basis = e.basis;
update credit_guide_event e set basis_en = s.basis_en from shipped_basis s where s.basis = e.basis;
