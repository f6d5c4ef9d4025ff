-- The server's keys. Within a purpose, the newest key whose signs_from has passed signs. server_secret (except the
-- sandbox's) and identity_secret remain for the previous version and can be dropped in the next one.
create table server_key (
  purpose text not null,
  key_id text not null,
  value text not null,
  signs_from timestamptz not null,
  primary key (purpose, key_id)
);

insert into server_key (purpose, key_id, value, signs_from)
  select name, 'first', value, now() from server_secret where name not like 'sandbox-%';

-- The provider's first key is RSA of 2048 bits; a successor is to be added immediately.
insert into server_key (purpose, key_id, value, signs_from)
  select 'provider-signing', value->'keys'->0->>'kid', (value->'keys'->0)::text, 'epoch' from identity_secret where name = 'signing';
insert into server_key (purpose, key_id, value, signs_from)
  select 'provider-' || name, 'first', case name when 'cookies' then value->>0 else value #>> '{}' end, now()
  from identity_secret where name in ('cookies', 'codes');

create function tell_keys_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('finlist', 'keys');
  return null;
end $$;
create trigger server_key_changed after insert or update or delete on server_key for each statement execute function tell_keys_changed();
