-- Events of an account: sign-ins, devices, tokens, cards and changes of sign-in methods. Kept for a year.
alter table session add column place text not null default '' check (length(place) <= 120);

create table account_event (
  event_id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  at timestamptz not null default product_now(),
  kind text not null check (length(kind) <= 40),
  session_id uuid,
  user_agent text not null default '',
  place text not null default '',
  -- What the event is about: a name, the last digits of a number, an address.
  detail text not null default '' check (length(detail) <= 300)
);
create index account_event_of_person on account_event (user_id, event_id desc);
create index account_event_at on account_event (at);

-- Records nothing about a user who is being erased.
create function note_account_event(about bigint, what text, about_detail text) returns void language sql as $$
  insert into account_event (user_id, kind, detail)
  select user_id, what, left(coalesce(about_detail, ''), 300) from users where user_id = about
$$;

create function note_session() returns trigger language plpgsql as $$
begin
  insert into account_event (user_id, at, kind, session_id, user_agent, place)
  values (new.user_id, new.created_at, 'signed-in', new.session_id, new.user_agent, new.place);
  return null;
end $$;
create trigger session_noted after insert on session for each row
  when (new.client = 'browser') execute function note_session();

-- Records a browser that is new to the account, except the account's first.
create function note_device() returns trigger language plpgsql as $$
begin
  update account_event set detail = 'new-browser'
  where user_id = new.user_id and session_id = new.session_id and kind = 'signed-in'
    and exists (select from device d where d.user_id = new.user_id and d.device_id <> new.device_id);
  return null;
end $$;
create trigger device_noted after insert on device for each row execute function note_device();

create function note_datafeed_token() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform note_account_event(new.user_id, 'feed-made', new.name);
  else perform note_account_event(old.user_id, 'feed-ended', old.name);
  end if;
  return null;
end $$;
create trigger datafeed_token_noted after insert or delete on datafeed_token
  for each row execute function note_datafeed_token();

create function note_profile() returns trigger language plpgsql as $$
begin
  if lower(old.email) <> lower(new.email) and old.email <> '' then
    perform note_account_event(new.user_id, 'email-changed', new.email);
  end if;
  if old.phone <> new.phone and old.phone <> '' then
    perform note_account_event(new.user_id, 'phone-changed', right(new.phone, 4));
  end if;
  if old.deletion_at is null and new.deletion_at is not null then
    perform note_account_event(new.user_id, 'deletion-asked', '');
  end if;
  return null;
end $$;
create trigger profile_noted after update of email, phone, deletion_at on users
  for each row execute function note_profile();

create function note_card() returns trigger language plpgsql as $$
begin
  perform note_account_event(new.user_id, 'card-changed', new.card_last4);
  return null;
end $$;
create trigger card_noted after update of payment_method_id on billing_customer for each row
  when (new.payment_method_id is not null and new.payment_method_id is distinct from old.payment_method_id)
  execute function note_card();
