-- Notifies processes when a subscription changes, because the state of an unpaid plan is cached with other facts about
-- the user. A comparison with the payment provider that finds no difference sends nothing.
create trigger subscription_came after insert or delete on subscription
  for each row execute function tell_person_changed();
create trigger subscription_changed after update on subscription
  for each row when ((old.status, old.renews, old.product_id) is distinct from (new.status, new.renews, new.product_id))
  execute function tell_person_changed();
