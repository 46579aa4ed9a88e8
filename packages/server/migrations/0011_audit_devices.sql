-- The device with which a person did something: one person's devices can be told apart, also when they have one name.
alter table audit_events add column actor_device_id uuid, add column actor_device_name text;

-- The name of a device (personal token); null where there is none of this id.
create function device_name(of_device uuid) returns text language sql stable security definer set search_path = public as $$
  select name from personal_tokens where id = of_device
$$;
