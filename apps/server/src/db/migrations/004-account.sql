alter table users
  add column marketing_notifications boolean not null default false,
  add column product_notifications boolean not null default true,
  -- When the account and all of the user's data will be erased, unless the user cancels.
  add column deletion_at timestamptz;
create index users_deletion on users (deletion_at) where deletion_at is not null;

-- For a change of address: when the right code was entered; the change may be made for a while after.
alter table email_proof add column proved_at timestamptz;

create table system_message (
  system_message_id bigint generated always as identity primary key,
  message_en text not null,
  message_zh text not null,
  target text not null check (target in ('ALL', 'PAID', 'SUNDAY_CLUB', 'HKEX', 'US', 'JP', 'CN', 'TW')),
  expires_at timestamptz not null,
  by_user_id bigint references users on delete set null,
  created_at timestamptz not null default now()
);
create index system_message_target on system_message (target, expires_at);
