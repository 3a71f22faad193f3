import { randomUUID } from 'node:crypto'
import { feedbackTexts } from '@espalier/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProjectWorld, type ProjectWorld, readErrorCode } from '../../testing/project-world.ts'
import type { SignedInViewer } from '../projects/index.ts'
import { setFeedbackStatus } from './moderate-feedback.ts'
import { deleteFeedback, listOpenFeedback } from './store.ts'

interface Post {
  readonly id: string
  readonly number: number
  readonly slug: string
  readonly title: string
  readonly details: string
  readonly status: string
  readonly votes: number
  readonly hasVoted: boolean
  readonly commentCount: number
  readonly author: { readonly name: string | null; readonly picture: string }
  readonly duplicateOf: { readonly slug: string } | null
  readonly comments: {
    readonly comments: readonly { number: number; text: string; status: string | null; author: object | null }[]
    readonly hasMore: boolean
  }
}

const fields = `id number slug title details status votes hasVoted commentCount author { name picture } duplicateOf { slug }`
const documents = {
  create: `mutation ($title: String!, $details: String!) { createFeedback(title: $title, details: $details) { ${fields} } }`,
  vote: `mutation ($id: ID!, $isVoted: Boolean!) { voteFeedback(id: $id, isVoted: $isVoted) { ${fields} } }`,
  comment:
    'mutation ($id: ID!, $text: String!) { commentFeedback(id: $id, text: $text) { number text author { name } } }',
  posts: `query ($sort: FeedbackSort!, $status: FeedbackStatus, $search: String!, $after: String) {
    feedbackPosts(sort: $sort, status: $status, search: $search, after: $after) { posts { ${fields} } next } }`,
  similar: 'query ($title: String!) { similarFeedback(title: $title) { title } }',
  post: `query ($number: Int!, $after: Int!) { feedbackPost(number: $number) { ${fields}
    comments(after: $after) { comments { number text status author { name } } hasMore } } }`,
}

let world: ProjectWorld
let ada: SignedInViewer
let bob: SignedInViewer

beforeAll(async () => {
  world = await openProjectWorld({ hasLimits: false })
  ada = world.person('ada')
  bob = world.person('bob')
  for (const { accountId, person } of [ada, bob]) {
    await world.test.pool.query('insert into accounts (id, user_id, email, firstname) values ($1, $2, $3, $4)', [
      accountId,
      person.id,
      person.email,
      person === ada.person ? 'Ada' : null,
    ])
  }
})
afterAll(() => world.close())

const create = async (viewer: SignedInViewer, title: string, details = ''): Promise<Post> =>
  (await world.get<{ createFeedback: Post }>(viewer, documents.create, { title, details })).createFeedback
const vote = async (viewer: SignedInViewer, id: string, isVoted = true): Promise<Post> =>
  (await world.get<{ voteFeedback: Post }>(viewer, documents.vote, { id, isVoted })).voteFeedback
const read = async (number: number, after = 0): Promise<Post> =>
  (await world.get<{ feedbackPost: Post }>(ada, documents.post, { number, after })).feedbackPost
const list = async (more: Record<string, unknown> = {}) =>
  (
    await world.get<{ feedbackPosts: { posts: Post[]; next: string | null } }>(ada, documents.posts, {
      sort: 'votes',
      search: '',
      ...more,
    })
  ).feedbackPosts
const titles = async (more: Record<string, unknown> = {}) => (await list(more)).posts.map(({ title }) => title)

const similar = async (title: string) =>
  (await world.get<{ similarFeedback: Post[] }>(bob, documents.similar, { title })).similarFeedback.map(
    (post) => post.title,
  )

describe('Feedback post', () => {
  it('a feedback post is plain text with a URL, the name and the vote of its author, and no email address', async () => {
    const post = await create(ada, ' <b>Dark</b>\n mode ', 'line\r\n<script>alert(1)</script>')
    expect(post).toMatchObject({
      slug: `${post.number}-b-dark-b-mode`,
      title: '<b>Dark</b> mode',
      details: 'line\n<script>alert(1)</script>',
      status: 'open',
      votes: 1,
      hasVoted: true,
      author: { name: 'Ada', picture: `https://espalier.example/avatar/${ada.person.id}` },
    })
    const nameless = await create(bob, 'Nameless')
    expect(nameless.author.name).toBeNull()
    expect(JSON.stringify([post, nameless])).not.toContain('@')
  })

  it.each([
    [{ title: ' ', details: '' }, feedbackTexts['no-title'], 'title'],
    [{ title: 'x'.repeat(200), details: '' }, feedbackTexts['long-title'], 'title'],
    [{ title: 'x', details: 'x'.repeat(6_000) }, feedbackTexts['long-details'], 'details'],
  ])('refuses an empty or too long feedback post', async (given, text, field) => {
    const { errors } = await world.ask(ada, documents.create, given)
    expect(errors?.[0]).toMatchObject({ message: text, extensions: { code: 'BAD_USER_INPUT', field } })
  })

  it('creates one feedback post however often the same operation comes', async () => {
    const sending = { clientId: 'tab', operationId: randomUUID() }
    const given = { title: 'Only once', details: '' }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => world.get<{ createFeedback: Post }>(ada, documents.create, given, sending)),
    )
    expect(new Set(answers.map(({ createFeedback }) => createFeedback.id)).size).toBe(1)
    expect(await titles({ search: 'once' })).toEqual(['Only once'])
  })

  it('answers NOT_FOUND for an unknown post', async () => {
    expect(readErrorCode(await world.ask(ada, documents.post, { number: 999_999, after: 0 }))).toBe('NOT_FOUND')
    expect(readErrorCode(await world.ask(ada, documents.vote, { id: randomUUID(), isVoted: true }))).toBe('NOT_FOUND')
    expect(readErrorCode(await world.ask(ada, documents.comment, { id: "x' or true", text: 'x' }))).toBe('NOT_FOUND')
  })
})

describe('votes', () => {
  it('counts each voter once, even when many vote at the same time', async () => {
    const { id } = await create(ada, 'Votes')
    const crowd = Array.from({ length: 8 }, (_, index) => world.person(`voter-${index}`))
    await Promise.all([...crowd, ...crowd].map((voter) => vote(voter, id)))
    expect((await vote(bob, id)).votes).toBe(10)
    expect(await vote(bob, id, false)).toMatchObject({ votes: 9, hasVoted: false })
    expect(await vote(bob, id, false)).toMatchObject({ votes: 9 })
  })

  it('refuses votes once the post is closed', async () => {
    const { id, number } = await create(ada, 'Closed')
    await setFeedbackStatus(world.database, { number, status: 'completed', note: 'It is there since Monday.' })
    const { errors } = await world.ask(bob, documents.vote, { id, isVoted: true })
    expect(errors?.[0]).toMatchObject({ message: feedbackTexts.closed, extensions: { code: 'CONFLICT' } })
    expect(await read(number)).toMatchObject({
      votes: 1,
      status: 'completed',
      commentCount: 1,
      comments: { comments: [{ text: 'It is there since Monday.', status: 'completed', author: null }] },
    })
  })
})

describe('Feedback comments', () => {
  it('returns feedback comments in pages, oldest first', async () => {
    const { id, number } = await create(ada, 'Comments')
    for (let count = 1; count <= 53; count += 1) {
      await world.get(bob, documents.comment, { id, text: `comment ${count}` })
    }
    const first = (await read(number)).comments
    expect(first.comments.map(({ text }) => text)).toEqual(Array.from({ length: 50 }, (_, at) => `comment ${at + 1}`))
    expect(first.hasMore).toBe(true)
    const rest = await read(number, first.comments.at(-1)?.number)
    expect(rest.comments).toMatchObject({ comments: [{}, {}, { text: 'comment 53' }], hasMore: false })
    expect(rest.commentCount).toBe(53)
  })

  it('refuses an empty feedback comment', async () => {
    const { id } = await create(ada, 'Silence')
    const { errors } = await world.ask(bob, documents.comment, { id, text: ' \n ' })
    expect(errors?.[0]).toMatchObject({ message: feedbackTexts['no-comment'], extensions: { field: 'text' } })
  })
})

describe('Feedback board', () => {
  it('lists each post once over its pages, by votes and by age', async () => {
    for (let count = 0; count < 25; count += 1) await create(count % 2 ? ada : bob, `Paged number ${count}`)
    for (const sort of ['votes', 'newest']) {
      const seen: Post[] = []
      let after: string | null = null
      do {
        const page = await list({ sort, after, search: 'paged' })
        expect(page.posts.length).toBeLessThanOrEqual(20)
        seen.push(...page.posts)
        after = page.next
      } while (after !== null)
      expect(new Set(seen.map(({ id }) => id)).size).toBe(25)
      expect(seen.map(({ number }) => number)).toEqual(seen.map(({ number }) => number).sort((a, b) => b - a))
    }
  })

  it('lists the most wanted posts first and filters by status', async () => {
    const wanted = await create(ada, 'Sorted earlier')
    await create(ada, 'Sorted later')
    await vote(bob, wanted.id)
    expect(await titles({ search: 'sorted' })).toEqual(['Sorted earlier', 'Sorted later'])
    expect(await titles({ search: 'sorted', sort: 'newest' })).toEqual(['Sorted later', 'Sorted earlier'])
    await setFeedbackStatus(world.database, { number: wanted.number, status: 'planned', note: '' })
    expect(await titles({ search: 'sorted', status: 'planned' })).toEqual(['Sorted earlier'])
  })

  it.each(["' | '", ':*', '&', '((', '\\', "x':* & y", '%', '"'])('searches for %j without harm', async (search) => {
    expect(readErrorCode(await world.ask(ada, documents.posts, { sort: 'votes', search }))).toBeUndefined()
  })

  it('refuses an invalid cursor of the feedback board', async () => {
    expect(readErrorCode(await world.ask(ada, documents.posts, { sort: 'votes', search: '', after: '1;drop' }))).toBe(
      'BAD_USER_INPUT',
    )
  })

  it('suggests similar posts for a title by any word, part of a word or inflected form', async () => {
    await create(ada, 'Keyboard shortcuts for colours')
    await create(ada, 'Exporting to a calendar')
    expect(await similar('I want a shortcut')).toEqual(['Keyboard shortcuts for colours'])
    expect(await similar('calend')).toEqual(['Exporting to a calendar'])
    expect(await similar('exports calendars')).toEqual(['Exporting to a calendar'])
    expect(await similar('the')).toEqual([])
    expect(await similar('…')).toEqual([])
  })
})

describe('Feedback moderation', () => {
  it('links a duplicate to the original, which gets its votes', async () => {
    const original = await create(ada, 'Original')
    const again = await create(bob, 'Again')
    const change = (note: string) =>
      setFeedbackStatus(world.database, { number: again.number, status: 'duplicate', note })
    expect(await change('')).toMatchObject({ reason: 'no-original' })
    expect(await change('999999')).toMatchObject({ reason: 'no-original' })
    expect(await change(String(again.number))).toMatchObject({ reason: 'original-is-itself' })
    expect(await change(`#${original.number}`)).toMatchObject({ ok: true })
    expect(await read(again.number)).toMatchObject({ status: 'duplicate', duplicateOf: { slug: original.slug } })
    expect(await read(original.number)).toMatchObject({ votes: 2 })
    expect(await titles({ search: 'again' })).toEqual(['Again'])
  })

  it('lists waiting posts and deletes permanently', async () => {
    const { number } = await create(ada, 'Spam')
    expect((await listOpenFeedback(world.database, 500)).map(({ title }) => title)).toContain('Spam')
    expect(await deleteFeedback(world.database, number)).toBe(true)
    expect(await deleteFeedback(world.database, number)).toBe(false)
    expect(readErrorCode(await world.ask(ada, documents.post, { number, after: 0 }))).toBe('NOT_FOUND')
  })
})

it('limits the feedback posts of a person per hour', async () => {
  const limited = await openProjectWorld({ hasLimits: true })
  try {
    const eve = limited.person('eve')
    const codes: unknown[] = []
    for (let count = 0; count <= 10; count += 1) {
      codes.push(readErrorCode(await limited.ask(eve, documents.create, { title: `Post ${count}`, details: '' })))
    }
    expect(codes).toEqual([...Array.from({ length: 10 }, () => undefined), 'RATE_LIMITED'])
  } finally {
    await limited.close()
  }
})
