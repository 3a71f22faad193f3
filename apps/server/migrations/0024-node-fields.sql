-- Who, when and how much: fields of a node, and what a project defines for them.
alter table nodes
  -- Ids of people in the order in which they were assigned. A person who left the project stays named.
  add column assignee_ids text[] not null default '{}',
  add column start_date date,
  add column due_date date,
  -- In the unit of the project.
  add column estimate double precision check (estimate >= 0 and estimate <= 100000),
  add column priority text not null default 'none' check (priority in ('none', 'low', 'medium', 'high', 'urgent')),
  -- Entries of the project's lists. They are removed together with the entry.
  add column tag_ids uuid[] not null default '{}',
  add column stage_id uuid,
  -- Values of the project's own fields by the id of the field.
  add column fields jsonb not null default '{}',
  add constraint nodes_due_after_start check (due_date >= start_date);

alter table projects
  add column tags jsonb not null default '[]',
  add column stages jsonb not null default '[]',
  add column field_definitions jsonb not null default '[]',
  add column views jsonb not null default '[]',
  add column estimate_unit text not null default 'points' check (estimate_unit in ('points', 'hours', 'days')),
  add column viewers_may_comment boolean not null default false;

-- The lists count like the project's other texts.
create or replace function measure_project_text() returns trigger language plpgsql as $$
begin
  new.text_bytes := octet_length(new.title) + octet_length(new.body) + coalesce(octet_length(new.json::text), 0)
    + octet_length(new.tags::text) + octet_length(new.stages::text) + octet_length(new.field_definitions::text)
    + octet_length(new.views::text) - 8;
  return new;
end $$;
drop trigger measure_project_text on projects;
create trigger measure_project_text
  before insert or update of title, body, json, tags, stages, field_definitions, views on projects
  for each row execute function measure_project_text();
