-- The document that a magic link opens; null: the first page.
alter table readers add column start text;

-- A reader counts as seen when a page's script says so: programs that follow links read pages too.
create or replace function find_credential(hash bytea, of_kind text, at timestamptz) returns setof credential_row
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare
  found credentials;
  note_before constant timestamptz := at - interval '1 minute';
begin
  select * into found from credentials c where c.secret_hash = hash and c.kind = of_kind;
  case found.kind
  when 'pinned_token' then
    update tokens t set last_used_at = at
    where t.workspace_id = found.workspace_id and t.id = found.id and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > at) and (t.last_used_at is null or t.last_used_at < note_before);
  when 'personal_token' then
    update personal_tokens t set last_used_at = at
    where t.id = found.id and t.revoked_at is null and (t.last_used_at is null or t.last_used_at < note_before);
  when 'session' then
    update sessions s set last_used_at = at
    where s.id = found.id and s.revoked_at is null and s.expires_at > at and s.last_used_at < note_before;
  when 'magic_link' then
    update reader_sessions s set last_used_at = at
    where s.workspace_id = found.workspace_id and s.id = found.id and s.expires_at > at and s.last_used_at < note_before;
  else
    null;
  end case;
  return query select * from read_credential(hash, of_kind, at, null);
end
$$;
