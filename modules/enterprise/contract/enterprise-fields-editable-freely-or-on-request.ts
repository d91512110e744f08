/**
 * Details an operating enterprise may edit without review. All other details are registered: the bureau vouches for
 * them, and the mobiles prove who may act for the enterprise.
 */
export const freelyEditableFields = [
  'short_name',
  'introduction',
  'employees',
  'website',
  'icp_no',
  'contact_name',
  'email',
] as const;

/**
 * Registered details that a change request may change; the old value stays valid until the review (domain reference
 * §2.A). Another credit code or type is another enterprise and needs a new registration; the parent agency is named by
 * its code.
 */
export const fieldsChangedOnRequest = [
  'name',
  'grade',
  'reg_capital',
  'reg_date',
  'tourism_scope',
  'biz_scope',
  'legal_person',
  'legal_id_type',
  'legal_id_no',
  'legal_mobile',
  'contact_mobile',
  'reg_area_code',
  'area_code',
  'address',
  'place',
  'photo_front',
  'business_license',
  'license_expire',
] as const;
