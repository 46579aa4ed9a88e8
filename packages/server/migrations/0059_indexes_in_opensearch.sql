-- Whether OpenSearch contains the search index of a collection, instead of the memory of each process.
alter table collections add column in_opensearch boolean not null default false;
