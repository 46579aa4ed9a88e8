-- The calls of the last minute on the agents' relay, per credential.
--
-- A limit of thousands is counted by the second: an array of instants, as for API keys, would be rewritten whole by every
-- call. A second leaves the window once all of it is a minute old, so that no minute ever holds more than the limit.
-- Unlogged: a crash of the database may forget these, and no call waits for a disk.
create unlogged table relay_windows (
  credential_id uuid primary key,
  -- Seconds since the epoch in which calls were taken, oldest first, and how many in each.
  seconds bigint[] not null,
  calls integer[] not null
);
alter table relay_windows enable row level security;
alter table relay_windows force row level security;
do $$
begin
  execute format('create policy owner on relay_windows to %I using (true) with check (true)', current_user);
end
$$;

-- Takes a place for one call if fewer than `most` are taken. The row is locked first, so that processes cannot count past
-- each other, and the one clock is the database's. `free_seconds` is the time until the oldest second leaves, or, when
-- the limit has been lowered, until so many have left that one call fits.
create function take_relay_place(credential uuid, most integer)
returns table (accepted boolean, taken integer, free_seconds double precision)
language plpgsql volatile security definer set search_path = public as $$
declare
  known relay_windows;
  at double precision;
  second bigint;
  oldest integer := 1;
  staying integer;
begin
  select * into known from relay_windows where credential_id = credential for update;
  if not found then
    -- Those of credentials that have not called for a while, gone ones among them, make room for the new one.
    delete from relay_windows where credential_id in (
      select w.credential_id from relay_windows w
      where w.seconds[cardinality(w.seconds)] < extract(epoch from clock_timestamp()) - 120 for update skip locked
    );
    insert into relay_windows values (credential, '{}', '{}') on conflict do nothing;
    select * into known from relay_windows where credential_id = credential for update;
  end if;
  at := extract(epoch from clock_timestamp());
  second := floor(at)::bigint;
  -- A clock that was set back by more than the one second that clocks are corrected by leaves calls in the future: they
  -- count as of now, so that they leave within a minute of it.
  if known.seconds[cardinality(known.seconds)] > second + 1 then
    select array_agg(each.second order by each.second), array_agg(each.calls order by each.second)
    into known.seconds, known.calls
    from (
      select least(s.second, floor(at)::bigint) as second, sum(s.calls)::integer as calls
      from unnest(known.seconds, known.calls) as s (second, calls) group by 1
    ) each;
    update relay_windows set seconds = known.seconds, calls = known.calls where credential_id = credential;
  end if;
  -- Set back by less, it does not open a second anew.
  second := greatest(second, known.seconds[cardinality(known.seconds)]);
  while known.seconds[1] <= second - 61 loop
    known.seconds := known.seconds[2:];
    known.calls := known.calls[2:];
  end loop;
  select coalesce(sum(each), 0) into taken from unnest(known.calls) each;
  accepted := taken < most;
  if accepted then
    taken := taken + 1;
    if known.seconds[cardinality(known.seconds)] = second then
      known.calls[cardinality(known.calls)] := known.calls[cardinality(known.calls)] + 1;
    else
      known.seconds := known.seconds || second;
      known.calls := known.calls || 1;
    end if;
    update relay_windows set seconds = known.seconds, calls = known.calls where credential_id = credential;
  end if;
  staying := taken - known.calls[oldest];
  while staying >= most loop
    oldest := oldest + 1;
    staying := staying - known.calls[oldest];
  end loop;
  free_seconds := known.seconds[oldest] + 61 - at;
  return next;
end
$$;
