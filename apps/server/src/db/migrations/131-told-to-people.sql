-- A coupon's display name: its name at the payment provider, or the code that the user typed.
create table billing_coupon (
  coupon_id text primary key,
  name text not null
);

-- How much of a paid invoice a later plan change has credited.
alter table invoice add column credited_cents integer not null default 0;

alter table billing_letter drop constraint billing_letter_kind_check;
alter table billing_letter add constraint billing_letter_kind_check check (kind in
  ('receipt', 'payment-failed', 'authentication', 'card-expiring', 'upcoming-renewal', 'trial-ending', 'access-ended',
   'refunded', 'renewal-off', 'downgrade-scheduled', 'card-replaced', 'disputed', 'dispute-won', 'dispute-lost'));
