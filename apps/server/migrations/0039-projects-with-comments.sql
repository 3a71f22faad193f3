-- Whether a project has ever had a comment. A search looks words up in the comments of one project after the other, and
-- most projects have none.
alter table search_projects add column has_comments boolean not null default false;

update search_projects set has_comments = true
where exists (select from comments where comments.project_id = search_projects.project_id);

create or replace function search_changed_comment() returns trigger language plpgsql as $$
declare own integer;
begin
  if new.is_deleted then
    delete from search_comments where comment_id = new.id;
    return null;
  end if;
  update search_projects set has_comments = true where project_id = new.project_id and not has_comments;
  select number into own from search_projects where project_id = new.project_id;
  insert into search_comments (comment_id, words)
  values (new.id, array_to_tsvector(search_prefixed(own || '/', search_text(new.body))))
  on conflict (comment_id) do update set words = excluded.words;
  return null;
end $$;
