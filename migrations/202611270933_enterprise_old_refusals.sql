-- What passed has the words of its last decision, not those of a refusal before it.
update enterprise e set audit_remark = null
  where e.audit_remark is not null and e.status in ('final_review', 'active', 'suspended', 'cancelled', 'revoked')
    and (
      select h.move from history h
      where h.resource = 'enterprise/enterprise' and h.row_id = e.id and h.changes ? 'audit_remark'
      order by h.id desc limit 1
    ) in ('return', 'reject')
    and (
      select h.move from history h
      where h.resource = 'enterprise/enterprise' and h.row_id = e.id and h.move in ('return', 'reject', 'firstPass', 'finalPass')
      order by h.id desc limit 1
    ) in ('firstPass', 'finalPass');
