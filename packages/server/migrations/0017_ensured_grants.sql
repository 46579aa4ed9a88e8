-- Only what becomes active is linked to its person. A revocation of many takes no lock for each address.
drop trigger link_membership on memberships;
create trigger link_membership before insert or update of email, status on memberships
  for each row when (new.status = 'active') execute function link_membership();
