import type { Browser, Page } from 'playwright-core'
import { startTestCluster } from '@espalier/postgres/testing'
import { keyToPaint } from '../e2e/support/key-to-paint.ts'
import { startServer } from '../e2e/support/server.ts'
import type { BenchOptions, Measured } from './bench.ts'
import { launchBrowser, requireBrowser } from './canvas/browser.ts'
import { makeDemo } from './demo-project.ts'
import { inOrder, quantile, type Figure } from './figure.ts'
import { addEditor, openProject, signedIn, type SignedIn } from './people.ts'

const limitMs = 150
const nodes = 200
const warmUps = 5

/** Two people in two browsers on one project: measures from the committing key in one to the paint in the other. */
export async function together({ isQuick, log }: BenchOptions): Promise<Measured> {
  requireBrowser()
  const edits = isQuick ? 20 : 100
  const cluster = await startTestCluster()
  try {
    const server = await startServer()
    try {
      log(`${edits} edits in one browser, watched in the other`)
      return { figures: listFigures(await measure(server.url, server.env, edits)) }
    } finally {
      await server.stop()
    }
  } finally {
    await cluster.stop()
  }
}

async function measure(url: string, env: Record<string, string>, edits: number): Promise<number[]> {
  const ann = await signedIn(url, 'ann@example.com')
  const { id } = makeDemo(env, nodes)
  const bea = await addEditor(url, ann.cookie, id)
  const browsers: Browser[] = []
  try {
    const open = async ({ cookie }: SignedIn): Promise<Page> => {
      const browser = await launchBrowser()
      browsers.push(browser)
      return openProject(browser, url, cookie, id)
    }
    const [from, to] = await Promise.all([open(ann), open(bea)])
    // Both listen once each sees the other.
    for (const page of [from, to]) await page.getByRole('list', { name: 'People here' }).waitFor()
    const nodeId = await from.locator('[data-node-id]').first().getAttribute('data-node-id')
    return (await keyToPaint(from, to, nodeId ?? '', warmUps + edits)).slice(warmUps)
  } finally {
    for (const browser of browsers) await browser.close()
  }
}

function listFigures(times: readonly number[]): Figure[] {
  const sorted = inOrder(times)
  const [p50, p95] = [quantile(sorted, 0.5), quantile(sorted, 0.95)]
  const what = `from the committing key to the paint in the other browser (${times.length} edits, ${nodes} nodes)`
  return [
    { name: `p50 ${what}`, measured: `${p50.toFixed(0)} ms`, limit: 'none', holds: true },
    {
      name: `p95 ${what}`,
      measured: `${p95.toFixed(0)} ms`,
      limit: `${limitMs} ms`,
      holds: p95 < limitMs,
      isHighlight: true,
    },
  ]
}
