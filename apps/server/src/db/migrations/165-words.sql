-- Renames tables to the field's usual terms. Views keep the old names, through which processes of the previous version
-- read and write.
alter table holding rename to plan_grant;
alter table plan_grant rename holding_id to grant_id;
alter index holding_pkey rename to plan_grant_pkey;
alter index holding_of_subscription rename to plan_grant_of_subscription;
alter trigger holding_changed on plan_grant rename to plan_grant_changed;
create view holding as select user_id, grant_id as holding_id, product_id, period_id, starts_at, ends_at, created_at, is_trial,
  subscription_id from plan_grant;

alter table billing_letter rename to billing_email;
alter table billing_email rename letter_id to email_id;
alter index billing_letter_pkey rename to billing_email_pkey;
alter index billing_letter_once rename to billing_email_once;
alter index billing_letter_waiting rename to billing_email_waiting;
alter table billing_email rename constraint billing_letter_kind_check to billing_email_kind_check;
create view billing_letter as select user_id, email_id as letter_id, kind, subject_id, decided_at, state, settled_at, attempts,
  pdf_attempts, try_at, error from billing_email;
