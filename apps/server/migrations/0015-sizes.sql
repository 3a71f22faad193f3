-- How much text each project holds, so that a request or a quota can be judged without reading the text itself.
-- Double precision holds whole numbers exactly up to 2^53, and the driver reads it as a number.
alter table projects
  -- Title, body and json of the project itself, in bytes.
  add column text_bytes double precision not null default 0,
  -- Titles and bodies of all its nodes, deleted ones included, and 200 bytes for each node.
  add column content_bytes double precision not null default 0,
  -- The change log of the project, from this migration on.
  add column history_bytes double precision not null default 0;

alter table change_log add column bytes integer;

update projects set
  text_bytes = octet_length(title) + octet_length(body) + coalesce(octet_length(json::text), 0);
update projects set content_bytes = sizes.bytes
from (
  select project_id, sum(octet_length(title) + octet_length(body) + 200) as bytes from nodes group by project_id
) as sizes
where sizes.project_id = projects.id;

-- "Update of" names the columns: moving a project's sequence number must not read its whole json.
create function measure_project_text() returns trigger language plpgsql as $$
begin
  new.text_bytes := octet_length(new.title) + octet_length(new.body) + coalesce(octet_length(new.json::text), 0);
  return new;
end $$;
create trigger measure_project_text before insert or update of title, body, json on projects
  for each row execute function measure_project_text();
