import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withDatabaseBefore } from '../../testing/earlier-database.ts'
import { openTestProject, type NodeClient } from '../../testing/node-client.ts'
import { anonymousViewer, openProjectWorld, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { searchJobRunners } from './resolvers.ts'
import { readCommentHits, readVisibleProjects } from './store.ts'

interface Hit {
  readonly project: { readonly id: string; readonly title: string }
  readonly node: { readonly id: string; readonly title: string } | null
  readonly commentId: string | null
  readonly excerpt: string
}

const query = `query ($text: String!, $first: Int) { search(text: $text, first: $first) {
  project { id title } node { id title } commentId excerpt } }`
const updating = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'

let world: ProjectWorld
let round = 0
let ann: SignedInViewer
let bob: SignedInViewer
let project: NodeClient

beforeAll(async () => {
  world = await openProjectWorld()
})
afterAll(() => world.close())

beforeEach(async () => {
  round += 1
  ann = world.person(`ann${round}`)
  bob = world.person(`bob${round}`)
  project = await openTestProject(world, ann, 'Orchard')
})

const search = async (text: string, viewer = ann, first?: number) =>
  (await world.get<{ search: Hit[] }>(viewer, query, { text, ...(first !== undefined && { first }) })).search
const titles = async (text: string, viewer = ann) =>
  (await search(text, viewer)).map(({ node, project: { title } }) => node?.title ?? `project ${title}`)
const update = (id: string, data: object) => world.get(ann, updating, { id, data })

describe('search', () => {
  it.each([
    ['a word', 'wall', 'Paint the garden wall'],
    ['another case', 'PAINT', 'Paint the garden wall'],
    ['words in another order', 'wall paint', 'Paint the garden wall'],
    ['the beginning of the last word', 'garden wa', 'Paint the garden wall'],
    ['a word with marks inside', 'garden', '<b>Gar</b>den'],
    ['a word without its accents', 'creme brulee', 'Crème Brûlée'],
    ['a word with accents that the title lacks', 'façade', 'Facade'],
    ['a German sharp s', 'strasse', 'Straße'],
    ['Cyrillic in capitals', 'ПЛАН', 'план'],
    ['Greek in capitals', 'ΣΧΈΔΙΟ', 'σχέδιο'],
    ['a part of a Chinese title', '花园', '修理花园墙'],
    ['a word of an address', 'example', 'Write to foo@example.com'],
    ['text with signs of the query language', "wall's & (old):* | !", 'Old walls: the wall s'],
  ])('finds %s', async (_what, text, title) => {
    await project.add({ title })
    await project.add({ title: 'Something else' })
    expect(await titles(text)).toEqual([title])
  })

  it.each([
    ['a wrong letter', 'gorden'],
    ['a missing letter', 'grden'],
    ['an additional letter', 'gardeen'],
    ['exchanged letters', 'gadren'],
    ['a wrong first letter', 'farden'],
    ['a wrong last letter', 'gardem'],
  ])('finds a word in spite of %s', async (_what, text) => {
    await project.add({ title: 'Garden wall' })
    expect(await titles(`${text} wall`)).toEqual(['Garden wall'])
  })

  it('corrects misspelled words with those of the 300 projects that were changed last', async () => {
    await project.add({ title: 'Lantern' })
    const { pool } = world.test
    const addNewerProjects = (count: number) =>
      pool.query(
        `insert into projects (id, owner, title, body, status, layout, general_access, jira_sync, seq, created_at, updated_at)
         select gen_random_uuid(), $1, 'Newer', '', 'active', 'tree-right', 'restricted', false, 1, now(), now() + interval '1 hour'
         from generate_series(1, $2)`,
        [ann.person.id, count],
      )
    await addNewerProjects(299)
    await pool.query(
      `insert into nodes (id, project_id, parent_ids, title, body, status, position, hide_children, is_deleted,
         background_color, processing, type, transitions, version)
       select gen_random_uuid(), id, '{}', 'Meadow', '', 'todo', 1, false, false, '#fffabb', false, 'standard', '[]', 1
       from projects where owner = $1 and title = 'Newer'`,
      [ann.person.id],
    )
    expect(await titles('lantren')).toEqual(['Lantern'])
    expect(await titles('medaow')).toEqual(Array.from({ length: 20 }, () => 'Meadow'))
    await project.add({ title: 'Meadows' })
    expect(await titles('maedow')).toHaveLength(20)
    expect(await titles('medaows')).toContain('Meadows')
    await addNewerProjects(1)
    expect(await titles('lantren')).toEqual([])
    expect(await titles('lantern')).toEqual(['Lantern'])
  })

  it('lists the best nodes of all projects first, however long ago their projects were changed', async () => {
    await project.add({ title: 'Pergola and hedge' })
    const newer = await openTestProject(world, ann, 'Newer')
    await newer.add({ title: 'Wood', body: '<p>For the pergola</p>' })
    await world.test.pool.query(
      `insert into projects (id, owner, title, body, status, layout, general_access, jira_sync, seq, created_at, updated_at)
       select gen_random_uuid(), $1, 'Recent', '', 'active', 'tree-right', 'restricted', false, 1, now(),
         now() + number * interval '1 minute' from generate_series(1, 305) as number`,
      [ann.person.id],
    )
    const newest = await openTestProject(world, ann, 'Newest')
    await newest.add({ title: 'Nails', body: '<p>For the pergola, too</p>' })
    await world.test.pool.query(`update projects set updated_at = now() + interval '1 day' where id = $1`, [
      newest.projectId,
    ])
    expect(await titles('pergola')).toEqual(['Pergola and hedge', 'Wood', 'Nails'])
    expect(await search('pergola', ann, 1)).toMatchObject([{ node: { title: 'Pergola and hedge' } }])
  })

  it('corrects nothing as long as something is found', async () => {
    await project.add({ title: 'Garden' })
    await project.add({ title: 'Gorden' })
    expect(await titles('gorden')).toEqual(['Gorden'])
  })

  it('needs every word, and does not find the middle of one', async () => {
    await project.add({ title: 'Garden wall', body: '<p>Red bricks</p>' })
    expect(await titles('garden bricks')).toEqual(['Garden wall'])
    expect(await titles('garden lighthouse')).toEqual([])
    expect(await titles('all')).toEqual([])
  })

  it('lists projects first, then whole words in titles, beginnings, and descriptions', async () => {
    await project.add({ title: 'Notes', body: '<p>About the orchard</p>' })
    await project.add({ title: 'Orchards of the north' })
    await project.add({ title: 'A rather long title with orchard' })
    await project.add({ title: 'Orchard gate' })
    expect(await titles('orchard')).toEqual([
      'project Orchard',
      'Orchard gate',
      'A rather long title with orchard',
      'Orchards of the north',
      'Notes',
    ])
  })

  it('shows the passage of a description with the word as plain text', async () => {
    const body = `<p>${'Before it. '.repeat(40)}</p><p>The <b>bricks</b> &amp; mortar${', and more'.repeat(40)}</p>`
    const { id } = await project.add({ title: 'Wall', body })
    const [hit] = await search('bricks')
    expect(hit?.node?.id).toBe(id)
    expect(hit?.excerpt).toMatch(/^….*The bricks & mortar, and more.*…$/u)
    expect(hit?.excerpt.length).toBeLessThan(170)
    expect((await search('wall'))[0]?.excerpt).toBe('Wall')
  })

  it('follows every change of a node and of the title of a project', async () => {
    const { id } = await project.add({ title: 'Alpha' })
    await project.change(id, { title: 'Beta' })
    expect([await titles('alpha'), await titles('beta')]).toEqual([[], ['Beta']])
    await project.change(id, { body: '<p>gamma</p>' })
    expect(await titles('gamma')).toEqual(['Beta'])
    await project.change(id, { isDeleted: true })
    expect(await titles('beta')).toEqual([])
    await project.change(id, { isDeleted: false })
    expect(await titles('beta')).toEqual(['Beta'])
    await update(project.projectId, { title: 'Vineyard' })
    expect([await titles('orchard'), await titles('vineyard')]).toEqual([[], ['project Vineyard']])
  })

  it('finds what the fields of a project hold as text', async () => {
    await update(project.projectId, { fieldDefinitions: [{ name: 'Supplier', type: 'text' }] })
    const read = 'query ($id: ID!) { project(id: $id) { fieldDefinitions { id } } }'
    const stored = await world.get<{ project: { fieldDefinitions: { id: string }[] } }>(ann, read, {
      id: project.projectId,
    })
    const fieldId = stored.project.fieldDefinitions[0]?.id ?? ''
    await project.add({ title: 'Stones', fields: { [fieldId]: 'Miller & Sons' } })
    expect(await titles('miller')).toEqual(['Stones'])
  })

  it('reads projects of the caller only, and none in the trash', async () => {
    const id = project.projectId
    await project.add({ title: 'Secret wall' })
    expect([await titles('secret', bob), await titles('sceret', bob), await titles('orchard', bob)]).toEqual([
      [],
      [],
      [],
    ])
    await update(id, { sharing: { generalAccess: 'anyone', users: {} } })
    expect(await titles('secret', bob)).toEqual([])
    await update(id, { sharing: { generalAccess: 'restricted', users: { [bob.person.id]: 'viewer' } } })
    expect([await titles('secret', bob), await titles('sceret', bob)]).toEqual([['Secret wall'], ['Secret wall']])
    await update(id, { status: 'archived' })
    expect(await titles('secret', bob)).toEqual(['Secret wall'])
    await update(id, { status: 'deleted' })
    expect([await titles('secret', bob), await titles('secret', ann), await titles('orchard', ann)]).toEqual([
      [],
      [],
      [],
    ])
  })

  it('is not crowded out by what others have', async () => {
    await project.add({ title: 'Common garden' })
    const other = await openTestProject(world, bob)
    // These are better hits and better corrections: only the access keeps them from being found.
    for (const letter of 'abcdefghijklm') for (const title of ['Garden', `Garde${letter}`]) await other.add({ title })
    expect(await search('garden', ann, 1)).toMatchObject([{ node: { title: 'Common garden' } }])
    expect(await titles('gardex')).toEqual(['Common garden'])
  })

  it('leaves the nodes of a large transaction to the job, which finds them all', async () => {
    await world.test.pool.query(
      `insert into nodes (id, project_id, parent_ids, title, body, status, position, hide_children, is_deleted,
         background_color, processing, type, transitions, version)
       select gen_random_uuid(), $1, '{}', 'Imported garden', '', 'todo', 0, false, false, '#fffabb', false, 'standard', '[]', 1
       from generate_series(1, 1200)`,
      [project.projectId],
    )
    expect(await titles('imported')).toEqual([])
    await searchJobRunners(world.database)['index-search']({})
    expect(await search('imported', ann, 100)).toHaveLength(100)
    const missing = await world.test.pool.query(
      'select from nodes where project_id = $1 and not exists (select from search_nodes where node_id = nodes.id)',
      [project.projectId],
    )
    expect(missing.rowCount).toBe(0)
    expect((await titles('importde')).length).toBeGreaterThan(0)
  })

  it.each([
    ['first', { text: 'x', first: 0 }],
    ['first', { text: 'x', first: -1 }],
    ['first', { text: 'x', first: 101 }],
    ['text', { text: 'x'.repeat(501) }],
  ])('refuses a wrong %s: %j', async (field, variables) => {
    const { errors } = await world.ask(ann, query, variables)
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field })
  })

  it.each([
    '',
    '   ',
    '…!?',
    '\u0301',
    "'",
    '\\',
    ':*',
    '🌱',
    '<b>',
    '&amp;',
    '\ud800',
    'x '.repeat(250),
    "a'b\\c:*&|!()<->",
  ])('answers %j without an error', async (text) => {
    expect((await world.ask(ann, query, { text })).errors?.[0]?.extensions?.['code'] ?? 'ok').not.toBe('INTERNAL')
  })

  it('is refused without a session', async () => {
    expect(readErrorCode(await world.ask(anonymousViewer, query, { text: 'x' }))).toBe('UNAUTHENTICATED')
  })
})

it('finds comments that were written before projects were marked as having some', async () => {
  await withDatabaseBefore('0039', async ({ pool, addProject, migrate }) => {
    const [id, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
    await addProject(id)
    await addProject(other)
    const sql = `insert into comments (id, project_id, node_id, author, body, created_at) values ($1, $1, $1, 'ann', $2, now())`
    await pool.query(sql, [id, 'Ask the horticulturist'])
    await migrate()
    const find = async () => {
      const visible = await readVisibleProjects(pool, { userId: 'ann', only: null })
      return readCommentHits(pool, { ...visible, nodeIds: null, begun: "'#horticultur':*", most: 20 })
    }
    expect((await find()).map(({ commentId }) => commentId)).toEqual([id])
    await pool.query(sql, [other, 'Or another horticulturist'])
    expect((await find()).map(({ commentId }) => commentId)).toEqual([other, id])
  })
})
