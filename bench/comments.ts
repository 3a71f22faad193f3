import { Client } from 'pg'
import type { Browser, Page } from 'playwright-core'
import { startTestCluster } from '@espalier/postgres/testing'
import { startServer } from '../e2e/support/server.ts'
import type { BenchOptions, Measured } from './bench.ts'
import { launchBrowser, requireBrowser, viewport } from './canvas/browser.ts'
import { browserCookies } from './cookies.ts'
import { makeDemo } from './demo-project.ts'
import { type Figure, inOrder, median, quantile } from './figure.ts'
import { count, shortMs } from './report.ts'
import { openProject, shareWith, type SignedIn, signedIn } from './people.ts'

const nodes = 1_000
const comments = 10_000
const limits = { paintMs: 150, openingTimes: 1.1 } as const
const warmUps = 3
const plans = { whole: { sent: 100, openings: 15 }, quick: { sent: 15, openings: 5 } } as const

/** Every node has ten comments by its project's owner, and the count that its chip shows. */
const fillSql = [
  `insert into comments (id, project_id, node_id, author, body, created_at)
   select gen_random_uuid(), nodes.project_id, nodes.id, projects.owner,
     '<p>Comment ' || number || ' on this node, in a sentence or two.</p>', now() - number * interval '1 hour'
   from nodes join projects on projects.id = nodes.project_id cross join generate_series(1, ${comments / nodes}) as number
   where nodes.project_id = $1`,
  `update nodes set comment_count = ${comments / nodes} where project_id = $1`,
]

async function fill(databaseUrl: string, projectId: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const text of fillSql) await client.query(text, [projectId])
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** Opens a project in a new browser profile: from the address to the painted map. */
async function measureOpening(browser: Browser, url: string, cookie: string, projectId: string): Promise<number> {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' })
  try {
    await context.addCookies(browserCookies(cookie, url))
    await context.addInitScript(() => {
      const watch = new MutationObserver(() => {
        if (document.querySelector('[data-canvas][data-ready="true"]') === null) return
        watch.disconnect()
        requestAnimationFrame(() => setTimeout(() => Object.assign(window, { paintedAt: performance.now() }), 0))
      })
      watch.observe(document, { subtree: true, childList: true, attributes: true })
    })
    const page = await context.newPage()
    await page.goto(`${url}/tree/${projectId}`)
    const painted = await page.waitForFunction(() => (window as unknown as { paintedAt?: number }).paintedAt)
    return (await painted.jsonValue()) ?? Number.NaN
  } finally {
    await context.close()
  }
}

async function compareOpenings(url: string, cookie: string, ids: readonly [string, string], rounds: number) {
  const times: [number[], number[]] = [[], []]
  const browser = await launchBrowser()
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const ms = await measureOpening(browser, url, cookie, ids[which])
        // The first round warms the server and the files.
        if (round > 0) times[which].push(ms)
      }
    }
  } finally {
    await browser.close()
  }
  return { without: median(times[0]), filled: median(times[1]) }
}

/** Opens the panel of the first node. */
async function openComments(page: Page, nodeId: string): Promise<void> {
  await page.locator(`[data-node-id="${nodeId}"]`).click({ position: { x: 100, y: 8 } })
  await page.keyboard.press('Control+Enter')
  await page.getByRole('textbox', { name: 'Write a comment' }).waitFor()
}

const whenSent = (page: Page) =>
  page.evaluateHandle(() => ({
    at: new Promise<number>((resolve) => {
      window.addEventListener(
        'keydown',
        (event) => {
          if (event.key === 'Enter' && event.ctrlKey) resolve(performance.timeOrigin + event.timeStamp)
        },
        { capture: true },
      )
    }),
  }))

const whenPainted = (page: Page, text: string) =>
  page.evaluateHandle(
    (wanted) => ({
      at: new Promise<number>((resolve) => {
        const watch = new MutationObserver(() => {
          const articles = [...document.querySelectorAll('[role="feed"] article, [role="feed"] [role="article"]')]
          if (!articles.some((one) => one.textContent?.includes(wanted))) return
          watch.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now()), 0))
        })
        watch.observe(document, { subtree: true, childList: true, characterData: true })
      }),
    }),
    text,
  )

/** Both have the comments of the node before them: from the key that sends one to the paint at the other. */
async function measureSending(url: string, people: readonly [SignedIn, SignedIn], projectId: string, sent: number) {
  const browsers = [await launchBrowser(), await launchBrowser()] as const
  try {
    const [from, to] = await Promise.all([
      openProject(browsers[0], url, people[0].cookie, projectId),
      openProject(browsers[1], url, people[1].cookie, projectId),
    ])
    for (const page of [from, to]) await page.getByRole('list', { name: 'People here' }).waitFor()
    const nodeId = (await from.locator('[data-node-id]').first().getAttribute('data-node-id')) ?? ''
    for (const page of [from, to]) await openComments(page, nodeId)
    const times: number[] = []
    for (let turn = -warmUps; turn < sent; turn += 1) {
      const text = `Remark ${turn} of ${sent}.`
      await from.getByRole('textbox', { name: 'Write a comment' }).click()
      await from.keyboard.insertText(text)
      await from.getByRole('button', { name: 'Comment', exact: true }).waitFor()
      const [pressed, painted] = [await whenSent(from), await whenPainted(to, text)]
      await from.keyboard.press('Control+Enter')
      const ms = (await painted.evaluate(({ at }) => at)) - (await pressed.evaluate(({ at }) => at))
      if (turn >= 0) times.push(ms)
    }
    return inOrder(times)
  } finally {
    for (const browser of browsers) await browser.close()
  }
}

/** Comments: how soon the other person sees one, and what very many of them cost a project that is opened. */
export async function commentsBench({ isQuick, log }: BenchOptions): Promise<Measured> {
  requireBrowser()
  const plan = isQuick ? plans.quick : plans.whole
  const cluster = await startTestCluster()
  try {
    const server = await startServer()
    try {
      const ann = await signedIn(server.url, 'ann@example.com')
      const [empty, full] = [makeDemo(server.env, nodes).id, makeDemo(server.env, nodes).id]
      await fill(server.env['DATABASE_URL'] ?? '', full)
      const bea = await signedIn(server.url, 'bea@example.com')
      for (const id of [empty, full]) await shareWith(server.url, ann.cookie, id, bea)
      log(`${plan.openings} openings of each of two projects in turns`)
      const opened = await compareOpenings(server.url, ann.cookie, [empty, full], plan.openings)
      log(`${plan.sent} comments in one browser, watched in the other`)
      const times = await measureSending(server.url, [ann, bea], full, plan.sent)
      return { figures: listFigures(opened, times) }
    } finally {
      await server.stop()
    }
  } finally {
    await cluster.stop()
  }
}

function listFigures(
  { without, filled }: Awaited<ReturnType<typeof compareOpenings>>,
  sorted: readonly number[],
): readonly Figure[] {
  const what = `from the key that sends a comment to its paint in the other browser (${sorted.length} comments)`
  const [p50, p95] = [quantile(sorted, 0.5), quantile(sorted, 0.95)]
  return [
    { name: `p50 ${what}`, measured: `${shortMs(p50)} ms`, limit: 'none', holds: true },
    {
      name: `p95 ${what}`,
      measured: `${shortMs(p95)} ms`,
      limit: `${limits.paintMs} ms`,
      holds: p95 <= limits.paintMs,
    },
    {
      name: `opening ${count(nodes)} nodes with ${count(comments)} comments, until painted, median`,
      measured: `${shortMs(filled)} ms, ${(filled / without).toFixed(2)} times`,
      peer: `without comments: ${shortMs(without)} ms`,
      limit: `${limits.openingTimes} times`,
      holds: filled <= without * limits.openingTimes,
    },
  ]
}
