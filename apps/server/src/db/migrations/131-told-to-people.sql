-- What a coupon is called: its name at the card company, or the code that was typed.
create table billing_coupon (
  coupon_id text primary key,
  name text not null
);

-- How much of a paid invoice a later change of the plan has taken off its own price.
alter table invoice add column credited_cents integer not null default 0;

alter table billing_letter drop constraint billing_letter_kind_check;
alter table billing_letter add constraint billing_letter_kind_check check (kind in
  ('receipt', 'payment-failed', 'authentication', 'card-expiring', 'upcoming-renewal', 'trial-ending', 'access-ended',
   'refunded', 'renewal-off', 'downgrade-scheduled', 'card-replaced', 'disputed', 'dispute-won', 'dispute-lost'));
