import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { browser } from '../../platform/navigation.ts'
import {
  defaultPageConfig,
  jsonResponse,
  resetPage,
  signedInReply,
  stubNetwork,
  whoamiPath,
} from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { fakeBoardApi, listedPost, refusedResponse } from './testing/board-api.ts'

function openBoard(address: string, answers: Parameters<typeof fakeBoardApi>[0] = {}) {
  const api = fakeBoardApi(answers)
  stubNetwork({ [whoamiPath]: signedInReply('active'), '/graphql/': api.reply })
  return { api, page: renderApp(address) }
}

const page = (posts: readonly object[], next: string | null = null) => ({ data: { feedbackPosts: { posts, next } } })
const voteButton = (title: string) => screen.findByRole('button', { name: new RegExp(`^Vote for ${title},`) })

const comment = (number: number, more: object = {}) => ({
  number,
  author: { name: 'Bob', picture: '' },
  text: `Comment ${number}`,
  status: null,
  createdAt: 1_700_000_000_000,
  ...more,
})
const opened = (more: object = {}) => ({
  data: {
    feedbackPost: {
      ...listedPost(7, { title: '<b>Bold</b>', details: 'one\ntwo', commentCount: 1 }),
      comments: { comments: [comment(1, { author: null, text: 'Soon.', status: 'planned' })], hasMore: false },
      ...more,
    },
  },
})
const withVendor = (feedback: 'canny' | 'quackback') =>
  resetPage({ features: { ...defaultPageConfig.features, feedback } })
const signOn = { provider: 'canny', token: 'a.b.c', boardToken: 'board', sdkUrl: 'https://canny.test/sdk.js' }
const arrive = (answer: () => Response) => {
  stubNetwork({
    [whoamiPath]: signedInReply('active'),
    '/graphql/': fakeBoardApi({}).reply,
    '/sso/feedback': answer,
  })
  return renderApp('/feedback/ideas')
}

beforeEach(() => resetPage())

describe('feedback list', () => {
  it('shows posts with their votes, a page at a time, and each once', async () => {
    const { api } = openBoard('/feedback', {
      FeedbackPosts: ({ after }) =>
        after == null ? page([listedPost(2), listedPost(1)], '1.1') : page([listedPost(1), listedPost(3)]),
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'User feedback' })).toBeTruthy()
    expect(document.title).toBe('User feedback - Espalier')
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    await screen.findByRole('link', { name: 'Post 3' })
    const links = within(screen.getByRole('list', { name: 'Posts' })).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(['Post 2', 'Post 1', 'Post 3'])
    expect(links[0]?.getAttribute('href')).toBe('/feedback/p/2-post')
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
    expect(api.of('FeedbackPosts')[1]?.variables).toMatchObject({ after: '1.1' })
  })

  it('stores the filter and search of the board in the address', async () => {
    const { api, page: shown } = openBoard('/feedback?status=planned', { FeedbackPosts: () => page([]) })
    expect(await screen.findByText('No post has this status.')).toBeTruthy()
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Newest')
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'All')
    await userEvent.type(screen.getByLabelText('Search posts'), 'dark mode')
    // A machine that types slowly searches for a part of the words first.
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Write the first one' }).getAttribute('href')).toBe(
        '/feedback/new?title=dark+mode',
      ),
    )
    expect(shown.here()).toBe('/feedback?sort=newest&search=dark+mode')
    expect(api.of('FeedbackPosts').at(-1)?.variables).toMatchObject({
      sort: 'newest',
      status: null,
      search: 'dark mode',
    })
  })

  it('shows why the posts could not be loaded and retries', async () => {
    let isBroken = true
    openBoard('/feedback', {
      FeedbackPosts: () => (isBroken ? refusedResponse('INTERNAL', 'Something went wrong on our side') : page([])),
    })
    await screen.findByRole('heading', { name: 'The posts could not be loaded' })
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No requests yet')).toBeTruthy()
  })
})

describe('feedback vote', () => {
  it('shows a vote at once and withdraws it on a second press', async () => {
    const post = listedPost(1)
    openBoard('/feedback', {
      FeedbackPosts: () => page([post]),
      VoteFeedback: ({ isVoted }) => ({
        data: { voteFeedback: { ...post, hasVoted: isVoted, votes: isVoted === true ? 2 : 1 } },
      }),
    })
    await userEvent.click(await voteButton('Post 1'))
    await waitFor(async () => expect((await voteButton('Post 1')).getAttribute('aria-pressed')).toBe('true'))
    expect((await voteButton('Post 1')).textContent).toContain('2 votes')
    await userEvent.click(await voteButton('Post 1'))
    await waitFor(async () => expect((await voteButton('Post 1')).textContent).toContain('1 vote'))
  })

  it('takes a rejected vote back and shows the reason', async () => {
    openBoard('/feedback', {
      FeedbackPosts: () => page([listedPost(1)]),
      VoteFeedback: () => refusedResponse('CONFLICT', 'This post is closed: its votes are no longer counted'),
    })
    await userEvent.click(await voteButton('Post 1'))
    expect(await screen.findByText('This post is closed: its votes are no longer counted')).toBeTruthy()
    expect((await voteButton('Post 1')).getAttribute('aria-pressed')).toBe('false')
  })

  it('offers no vote on a closed post', async () => {
    openBoard('/feedback', { FeedbackPosts: () => page([listedPost(1, { status: 'completed' })]) })
    expect(((await voteButton('Post 1')) as HTMLButtonElement).disabled).toBe(true)
  })
})

describe('new feedback post', () => {
  it('shows similar posts, checks a new post, and opens it when it is stored', async () => {
    const { api, page: shown } = openBoard('/feedback/new?title=Dark', {
      SimilarFeedback: () => ({ data: { similarFeedback: [listedPost(4, { title: 'Dark mode' })] } }),
      CreateFeedback: ({ title }) => ({ data: { createFeedback: listedPost(5, { title, slug: '5-darker' }) } }),
    })
    expect(((await screen.findByLabelText('Title')) as HTMLInputElement).value).toBe('Dark')
    expect((await screen.findByRole('link', { name: 'Dark mode' })).getAttribute('href')).toBe('/feedback/p/4-post')
    await userEvent.clear(screen.getByLabelText('Title'))
    await userEvent.click(screen.getByRole('button', { name: 'Post' }))
    expect(await screen.findByText('Please enter a title')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Title'), 'Darker')
    await userEvent.type(screen.getByLabelText('Details'), 'At night.')
    await userEvent.click(screen.getByRole('button', { name: 'Post' }))
    await waitFor(() => expect(shown.here()).toBe('/feedback/p/5-darker'))
    expect(api.of('CreateFeedback')[0]?.variables).toEqual({ title: 'Darker', details: 'At night.' })
  })

  it('keeps a typed post when the server rejects it', async () => {
    openBoard('/feedback/new', { CreateFeedback: () => refusedResponse('RATE_LIMITED', 'Please wait a while') })
    await userEvent.type(await screen.findByLabelText('Title'), 'Darker')
    await userEvent.click(screen.getByRole('button', { name: 'Post' }))
    expect(await screen.findByText('Please wait a while')).toBeTruthy()
    expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('Darker')
  })
})

describe('feedback post', () => {
  it("shows a post as text with the team's reply and accepts a comment", async () => {
    openBoard('/feedback/p/7-whatever', {
      FeedbackPost: () => opened(),
      CommentFeedback: ({ text }) => ({ data: { commentFeedback: comment(2, { text }) } }),
    })
    expect(await screen.findByRole('heading', { level: 1, name: '<b>Bold</b>' })).toBeTruthy()
    expect(document.title).toBe('User feedback - Espalier')
    expect(screen.getByText('The team').closest('li')?.textContent).toContain('Planned')
    await userEvent.click(screen.getByRole('button', { name: 'Add comment' }))
    expect(await screen.findByText('Please write something first')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Comment'), 'Thank you')
    await userEvent.click(screen.getByRole('button', { name: 'Add comment' }))
    expect(await screen.findByText('Thank you', { selector: 'li p' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: '2 comments' })).toBeTruthy()
    expect((screen.getByLabelText('Comment') as HTMLTextAreaElement).value).toBe('')
  })

  it('loads later comments on request', async () => {
    openBoard('/feedback/p/7', {
      FeedbackPost: () => opened({ comments: { comments: [comment(1)], hasMore: true } }),
      FeedbackComments: ({ after }) => ({
        data: { feedbackPost: { comments: { comments: [comment(Number(after) + 1)], hasMore: false } } },
      }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    expect(await screen.findByText('Comment 2')).toBeTruthy()
  })

  it.each(['/feedback/p/9-gone', '/feedback/p/nonsense', '/feedback/some/board', '/feedback/p/7/more'])(
    'reports a missing post: %s',
    async (address) => {
      openBoard(address)
      expect(await screen.findByText(/There is no such post/)).toBeTruthy()
      expect(screen.getByRole('link', { name: 'Show all posts' }).getAttribute('href')).toBe('/feedback')
    },
  )
})

describe('external feedback board', () => {
  it("loads the vendor's script on this page only and signs the person in", async () => {
    withVendor('canny')
    vi.spyOn(browser, 'wasLoadedAt').mockReturnValue(true)
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    arrive(() => jsonResponse(200, signOn))
    const script = await waitFor(() => {
      const found = document.querySelector<HTMLScriptElement>('script[src="https://canny.test/sdk.js"]')
      if (found === null) throw new Error('no script yet')
      return found
    })
    const { Canny } = window as unknown as { Canny: { q: unknown[] } }
    expect(Canny.q).toEqual([
      ['render', { boardToken: 'board', basePath: '/feedback', ssoToken: 'a.b.c', theme: 'light' }],
    ])
    script.dispatchEvent(new Event('error'))
    expect(await screen.findByRole('heading', { name: 'The feedback board could not be opened' })).toBeTruthy()
  })

  it('reloads the page when the document was loaded at another address', async () => {
    withVendor('quackback')
    vi.spyOn(browser, 'wasLoadedAt').mockReturnValue(false)
    const reload = vi.spyOn(browser, 'reload').mockReturnValue()
    arrive(() => jsonResponse(200, signOn))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })

  it("reports that the vendor's board cannot be opened", async () => {
    withVendor('canny')
    vi.spyOn(browser, 'wasLoadedAt').mockReturnValue(true)
    arrive(() => jsonResponse(503, {}))
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

it('shows no board to anybody when feedback is switched off', async () => {
  resetPage({ features: { ...defaultPageConfig.features, feedback: 'off' } })
  openBoard('/feedback')
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Feedback' })).toBeNull()
})
