-- How the pages of a workspace look. Their form is checked here as well, because both end up in the markup of pages. A
-- logo is stored out of line, so that reading the other columns of a workspace costs what it did.
alter table workspaces
  add column color text check (color ~ '^#[0-9a-f]{6}$'),
  add column logo text check (logo ~ '^data:image/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$' and length(logo) < 12000);
