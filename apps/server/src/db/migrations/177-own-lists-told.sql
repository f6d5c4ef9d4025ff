-- Notifies processes that cache a user's watchlists and filter sets.
create trigger watchlist_added after insert on watchlist for each row execute function tell_positions_changed();

create function tell_filters_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('finlist', 'filters ' || coalesce(new.user_id, old.user_id));
  return null;
end $$;
create trigger finder_filter_set_changed after insert or update or delete on finder_filter_set
  for each row execute function tell_filters_changed();
