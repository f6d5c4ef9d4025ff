-- What a person is told of a plan whose renewal is not paid is kept in memory like the rest of what `person` makes stale.
-- A comparison with the payment provider that finds nothing new tells nobody.
create trigger subscription_came after insert or delete on subscription
  for each row execute function tell_person_changed();
create trigger subscription_changed after update on subscription
  for each row when ((old.status, old.renews, old.product_id) is distinct from (new.status, new.renews, new.product_id))
  execute function tell_person_changed();
