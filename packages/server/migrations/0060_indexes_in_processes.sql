-- Every search index is in the memory of a process.
alter table collections drop column in_opensearch;
