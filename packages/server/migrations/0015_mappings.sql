-- What the source of a collection signs its deliveries with: the only secret that is kept as it is, because it has to be used again.
alter table collections add column signature_secret text;
