-- A position is stored as it was entered. Later corporate actions adjust it, unless the user turned that off.
alter table watchlist_stock
  add column follows_actions boolean not null default true,
  -- When price or shares were last changed; null if never.
  add column changed_at timestamptz;

create function position_changed() returns trigger language plpgsql as $$
begin
  if (new.buy_price, new.shares) is distinct from (old.buy_price, old.shares) then new.changed_at = product_now(); end if;
  return new;
end $$;
create trigger position_changed before update on watchlist_stock for each row execute function position_changed();
