-- Access tokens for one branch: only this node and what is below it. The project is stored beside it.
alter table access_tokens add column node_id uuid references nodes on delete cascade;
alter table access_tokens add check (node_id is null or project_id is not null);
create index access_tokens_of_node on access_tokens (node_id) where node_id is not null;

-- What a token did in the last hour is undone by it.
create index changes_of_token on change_log (token_id, at) where token_id is not null;
