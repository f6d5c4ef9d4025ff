-- A position is kept as it was entered. It follows the corporate actions after that, unless the person says otherwise.
alter table watchlist_stock
  add column follows_actions boolean not null default true,
  -- When price or shares were last changed; null: never since created_at.
  add column changed_at timestamptz;

create function position_changed() returns trigger language plpgsql as $$
begin
  if (new.buy_price, new.shares) is distinct from (old.buy_price, old.shares) then new.changed_at = product_now(); end if;
  return new;
end $$;
create trigger position_changed before update on watchlist_stock for each row execute function position_changed();
