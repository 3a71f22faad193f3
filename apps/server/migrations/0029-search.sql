-- The index of "search". All of it works on a plain PostgreSQL: no extension, and no rule that depends on the locale of
-- the database (decision 0065).

-- The words of a text or of HTML as they are compared: lower case, without accents, with one space between them. The
-- functions are in plpgsql, because PostgreSQL plans functions in SQL anew in every trigger.
create function search_text(source text) returns text language plpgsql immutable strict parallel safe as $$
declare words text := left(source, 20000);
begin
  -- Marks inside a word do not end it.
  if strpos(words, '<') > 0 then
    words := regexp_replace(regexp_replace(words,
      '</?(?:b|i|u|s|em|strong|a|span|code|sub|sup|mark)(?:\s[^>]*)?>', '', 'g'), '<[^>]*>?', ' ', 'g');
  end if;
  if strpos(words, '&') > 0 then
    words := regexp_replace(words, '&[a-zA-Z0-9#]+;', ' ', 'g');
  end if;
  if octet_length(words) = length(words) then
    words := regexp_replace(lower(words collate "C"), '[^a-z0-9]+', ' ', 'g');
  else
    words := translate(lower(regexp_replace(normalize(words, NFKD), '[\u0300-\u036f]', '', 'g') collate "C"),
      'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐØøŁłĐđÐðÞıÆŒẞ',
      'αβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґoollddddþiæœß');
    words := replace(replace(replace(replace(words, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    -- Chinese and Japanese have no spaces between words: there, each character is one.
    words := regexp_replace(words,
      '([\u3041-\u3096\u309d-\u30fa\u30fc-\u30ff\u3400-\u9fff\uf900-\ufaff][\u3099\u309a]?)', ' \1 ', 'g');
    words := regexp_replace(words,
      '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7'
      '\u2000-\u206f\u2190-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u30fb\ufe00-\ufe6f\uff00-\uff0f'
      '\uff1a-\uff20\U0001f000-\U0001faff]+', ' ', 'g');
  end if;
  if words ~ '[^ ]{41}' then
    words := regexp_replace(words, '([^ ]{40})[^ ]+', '\1', 'g');
  end if;
  return btrim(words, ' ');
end $$;

-- The words with a prefix before each.
create function search_prefixed(prefix text, words text) returns text[] language plpgsql immutable strict parallel safe as $$
begin
  if words = '' then return '{}'; end if;
  return string_to_array(prefix || replace(words, ' ', ' ' || prefix), ' ');
end $$;

-- One row per project. Its number begins every key of its nodes in the index, so that a search reads entries of the
-- projects that the person can see and of no other.
create table search_projects (
  project_id uuid primary key references projects on delete cascade,
  number integer not null unique generated always as identity,
  -- Of the title.
  words tsvector not null,
  -- Nodes of a large import, and those from before this table, are indexed later: by a job, which writes into "indexed"
  -- what "wanted" was when it began.
  wanted integer not null default 0,
  indexed integer not null default 0
);
create index search_projects_behind on search_projects (number) where indexed < wanted;

-- Nodes that are not deleted. Keys: '7/garden' for a word anywhere in a node of project number 7, '7=garden' for one of
-- its title.
create table search_nodes (
  node_id uuid primary key references nodes on delete cascade,
  title_length smallint not null,
  words tsvector not null
);
-- Without the list of pending entries, which every lookup would read from beginning to end.
create index search_nodes_words on search_nodes using gin (words) with (fastupdate = off);

-- The words of titles, by which a misspelled word is corrected. A word stays when its last node is gone: a search for
-- it finds nothing.
create table search_vocabulary (
  number integer not null references search_projects (number) on delete cascade,
  word text collate "C" not null,
  primary key (number, word)
);
create index search_vocabulary_endings on search_vocabulary (number, (reverse(word) collate "C"));

create function search_keys(number integer, title text, body text, fields jsonb)
returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  words text := search_text(title);
  rest text := search_text(body);
begin
  -- Ids are the choices of a list.
  if fields <> '{}' then
    rest := rest || ' ' || search_text((
      select coalesce(string_agg(value #>> '{}', ' '), '') from jsonb_each(fields)
      where jsonb_typeof(value) = 'string' and (value #>> '{}') !~ '^[0-9a-f]{8}-[0-9a-f-]{27}$'));
  end if;
  return array_to_tsvector(search_prefixed(number || '=', words)
    || search_prefixed(number || '/', btrim(words || ' ' || btrim(rest))));
end $$;

-- Words that are worth correcting: numbers and short words are too similar to each other.
create function search_correctable(title text) returns text[] language plpgsql immutable strict parallel safe as $$
begin
  return array(
    select word from unnest(string_to_array(search_text(title), ' ')) as word
    where length(word) >= 4 and word !~ '^[0-9]+$');
end $$;

-- Counts the nodes that the transaction has indexed. After some hundreds it leaves the others to the job, so that an
-- import or the undoing of a large deletion does not take several times as long.
create function search_later(own_project uuid, nodes integer) returns boolean language plpgsql as $$
declare
  counted integer := coalesce(nullif(current_setting('espalier.search_nodes', true), ''), '0')::integer + nodes;
begin
  perform set_config('espalier.search_nodes', counted::text, true);
  if counted <= 500 then return false; end if;
  if current_setting('espalier.search_later', true) is distinct from own_project::text then
    perform set_config('espalier.search_later', own_project::text, true);
    update search_projects set wanted = wanted + 1 where project_id = own_project;
  end if;
  return true;
end $$;

create function search_new_nodes() returns trigger language plpgsql as $$
declare own record;
begin
  for own in select project_id, count(*)::integer as nodes from written group by project_id loop
    continue when search_later(own.project_id, own.nodes);
    insert into search_nodes (node_id, title_length, words)
    select id, least(length(title), 1000), search_keys(number, title, body, fields)
    from written join search_projects using (project_id) where project_id = own.project_id and not is_deleted;
    insert into search_vocabulary (number, word)
    select number, unnest(search_correctable(title))
    from written join search_projects using (project_id) where project_id = own.project_id and not is_deleted
    on conflict do nothing;
  end loop;
  return null;
end $$;
create trigger search_new_nodes after insert on nodes
  referencing new table as written for each statement execute function search_new_nodes();

create function search_changed_node() returns trigger language plpgsql as $$
declare own integer;
begin
  if new.is_deleted or search_later(new.project_id, 1) then
    delete from search_nodes where node_id = new.id;
    return null;
  end if;
  select number into own from search_projects where project_id = new.project_id;
  insert into search_nodes (node_id, title_length, words)
  values (new.id, least(length(new.title), 1000), search_keys(own, new.title, new.body, new.fields))
  on conflict (node_id) do update set title_length = excluded.title_length, words = excluded.words;
  if old.title <> new.title then
    insert into search_vocabulary (number, word) select own, unnest(search_correctable(new.title)) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger search_changed_node after update of title, body, fields, is_deleted on nodes
  for each row when (
    (old.title, old.body, old.is_deleted) is distinct from (new.title, new.body, new.is_deleted)
    or old.fields <> new.fields
  ) execute function search_changed_node();

create function search_project() returns trigger language plpgsql as $$
begin
  insert into search_projects (project_id, words) values (new.id, array_to_tsvector(search_prefixed('', search_text(new.title))))
  on conflict (project_id) do update set words = excluded.words;
  return null;
end $$;
create trigger search_new_project after insert on projects for each row execute function search_project();
create trigger search_changed_project after update of title on projects
  for each row when (old.title <> new.title) execute function search_project();

-- A row per project takes a moment. Their nodes are indexed by the job, while people work.
insert into search_projects (project_id, words, wanted)
select id, array_to_tsvector(search_prefixed('', search_text(title))), 1 from projects;
