alter table invoice
  -- The price of the invoice's service lines after coupons and before credit; revenue is computed from it.
  add column recurring_cents integer not null default 0,
  add column payment_intent_id text,
  -- The renewal needs the user to authenticate it with their bank.
  add column needs_bank boolean not null default false,
  -- What staff decided about access when they refunded the invoice, whatever the amount.
  add column access_ruling text check (access_ruling in ('kept', 'ended')),
  add column access_ruled_at timestamptz;

-- Refunds: to the card, as read from the payment provider, or as credit, made by us. Kept for the accounts, like
-- invoices.
create table refund (
  user_id bigint not null,
  refund_id text not null,
  invoice_id text not null,
  cents integer not null,
  to_credit boolean not null default false,
  created_at timestamptz not null,
  primary key (user_id, refund_id)
);
create index refund_of_invoice on refund (user_id, invoice_id);
create index refund_created on refund (created_at);

alter table holding add column is_trial boolean not null default false;

-- A billing e-mail, inserted in the transaction it reports and sent later, so that it is never decided twice.
create table billing_letter (
  user_id bigint not null references users on delete cascade,
  letter_id bigint generated always as identity,
  kind text not null check (kind in
    ('receipt', 'payment-failed', 'authentication', 'card-expiring', 'upcoming-renewal', 'trial-ending', 'access-ended')),
  subject_id text not null,
  decided_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dropped', 'failed')),
  settled_at timestamptz,
  attempts smallint not null default 0,
  -- How often fetching the receipt's PDF has failed.
  pdf_attempts smallint not null default 0,
  try_at timestamptz not null,
  error text,
  primary key (user_id, letter_id)
);
create unique index billing_letter_once on billing_letter (user_id, kind, subject_id);
create index billing_letter_waiting on billing_letter (try_at) where state = 'waiting';

create table outbox_attachment (
  message_id bigint not null references outbox on delete cascade,
  number smallint not null,
  name text not null,
  type text not null,
  content bytea not null,
  primary key (message_id, number)
);

-- Actions of staff on users; append-only. Identifies users only by id and stores the actor's name at the time.
create table audit_log (
  audit_id bigint generated always as identity primary key,
  by_user_id bigint references users on delete set null,
  by_name text not null,
  about_user_id bigint references users on delete set null,
  action text not null check (action in
    ('credit-given', 'credit-taken-back', 'trial-granted', 'friend-given', 'friend-taken', 'refunded')),
  facts jsonb not null default '{}',
  reason text not null,
  -- The caller's Idempotency-Key and the payment provider's operation, so that an action has only one entry.
  asked_key text,
  operation_id uuid unique,
  at timestamptz not null
);
create index audit_log_about on audit_log (about_user_id, audit_id desc);
create index audit_log_by on audit_log (by_user_id, audit_id desc);
create unique index audit_log_keyed on audit_log (by_user_id, asked_key) where asked_key is not null;
