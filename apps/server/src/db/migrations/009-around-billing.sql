alter table invoice
  -- What its line for time asks after coupon, whatever was credited beside it: what revenue is counted by.
  add column recurring_cents integer not null default 0,
  add column payment_intent_id text,
  -- A renewal that waits for the person's bank to ask them.
  add column needs_bank boolean not null default false,
  -- What staff decided when they gave money back, whatever was given back.
  add column access_ruling text check (access_ruling in ('kept', 'ended')),
  add column access_ruled_at timestamptz;

-- Money given back, to the card as read from the card company, or as credit by us. For the books, as invoices are.
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

-- A letter about billing, written in the transaction of what it tells; it is sent later, and never decided twice.
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
  -- How often the receipt's PDF could not be had.
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

-- What staff did for or against a person; only ever added to. Names no person but by their id and the doer's name then.
create table audit_log (
  audit_id bigint generated always as identity primary key,
  by_user_id bigint references users on delete set null,
  by_name text not null,
  about_user_id bigint references users on delete set null,
  action text not null check (action in
    ('credit-given', 'credit-taken-back', 'trial-granted', 'friend-given', 'friend-taken', 'refunded')),
  facts jsonb not null default '{}',
  reason text not null,
  -- The caller's Idempotency-Key, and the operation at the card company, so that a deed has one entry.
  asked_key text,
  operation_id uuid unique,
  at timestamptz not null
);
create index audit_log_about on audit_log (about_user_id, audit_id desc);
create index audit_log_by on audit_log (by_user_id, audit_id desc);
create unique index audit_log_keyed on audit_log (by_user_id, asked_key) where asked_key is not null;
