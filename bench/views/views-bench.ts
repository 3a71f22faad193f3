import type { Browser, BrowserContext, Page } from 'playwright-core'
import { ask } from '../ask.ts'
import type { BenchOptions, Measured } from '../bench.ts'
import { launchBrowser, requireBrowser, viewport } from '../canvas/browser.ts'
import { fillFields } from '../canvas/fill-fields.ts'
import { type PageServer, servePages } from '../canvas/page-server.ts'
import { Probe } from '../canvas/probe.ts'
import { type Product, type Project, startProduct } from '../canvas/product.ts'
import { browserCookies } from '../cookies.ts'
import { median } from '../figure.ts'
import { requirePeers } from '../peer-packages.ts'
import { measureEditsBetweenViews } from './edits-between-views.ts'
import { measureScroll, measureSwitch } from './measure-view.ts'
import { listDetails, listFigures, type MeasuredView, nodes } from './view-figures.ts'
import type { PlanNode } from './view-peer.ts'
import { type PeerOfView, peersByView, switchTo, viewNames } from './view-peers.ts'

const rounds = { whole: 12, quick: 4 } as const
const scrolls = { whole: 3, quick: 1 } as const
const editsAPair = { whole: 4, quick: 1 } as const
const settleMs = 400

/** Every field is set, and the dates are around today, so that a calendar and a timeline have something to draw. */
const aroundToday = [
  "update projects set stages = '[]' where id = $1",
  `update nodes set stage_id = null, start_date = start_date + (current_date - date '2026-06-01'),
     due_date = due_date + (current_date - date '2026-06-01') where project_id = $1`,
]

/** The views of a large plan beside their peers: changing between them, scrolling, and what is in the document. */
export async function views({ isQuick, log }: BenchOptions): Promise<Measured> {
  requireBrowser()
  requirePeers()
  const length = isQuick ? 'quick' : 'whole'
  const product = await startProduct([])
  try {
    const project = await product.addProject(nodes, (url, id) => fillFields(url, id, aroundToday))
    const pages = await servePages(Object.values(peersByView), new Map())
    const browser = await launchBrowser()
    try {
      const bench: Bench = { browser, pages, product, length, log }
      const measured = [...(await measureProduct(bench, project)), ...(await measurePeers(bench, project))]
      await browser.close()
      const leafId = await prepareFirstLeaf(product, project)
      log('edits in one view, watched in another one')
      const times = await measureEditsBetweenViews(product, project.id, leafId, editsAPair[length])
      return { figures: listFigures(measured, times), details: listDetails(measured) }
    } finally {
      await browser.close()
      pages.stop()
    }
  } finally {
    await product.stop()
  }
}

interface Bench {
  readonly browser: Browser
  readonly pages: PageServer
  readonly product: Product
  readonly length: 'whole' | 'quick'
  log(what: string): void
}

async function openContext({ browser, pages }: Bench): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' })
  await context.addInitScript({ content: pages.eye })
  return context
}

async function measureProduct(bench: Bench, project: Project): Promise<readonly MeasuredView[]> {
  const { product, length, log } = bench
  const context = await openContext(bench)
  try {
    await context.addCookies(browserCookies(product.cookie, product.url))
    const page = await context.newPage()
    await page.goto(`${product.url}/tree/${project.id}`)
    await page.locator('[data-canvas][data-ready="true"]').waitFor()
    await page.getByRole('tab', { name: 'Outline' }).waitFor()
    const times = new Map<string, number[]>(viewNames.map((name) => [name, []]))
    for (let round = 0; round <= rounds[length]; round += 1) {
      for (const name of [...viewNames.slice(1), 'Map']) {
        const took = await measureSwitch(page, switchTo(name))
        await page.waitForTimeout(settleMs)
        // The first time loads the code.
        if (round > 0) times.get(name)?.push(took)
      }
    }
    const measured: MeasuredView[] = []
    for (const name of viewNames) {
      await measureSwitch(page, switchTo(name))
      await page.waitForTimeout(settleMs)
      const view = await measureShown(bench, page, scrolls[length])
      measured.push({ view: name, subject: 'espalier', switchMs: median(times.get(name) ?? []), ...view })
      log(`${name}: ${JSON.stringify(measured.at(-1))}`)
    }
    return measured
  } finally {
    await context.close()
  }
}

const planQuery = `query ($projectId: ID!) {
  nodes(projectId: $projectId) { id parentId title status startDate dueDate estimate priority }
}`

async function measurePeers(bench: Bench, { id, map }: Project): Promise<readonly MeasuredView[]> {
  const { product, log } = bench
  const answer = await ask<{ readonly nodes: readonly PlanNode[] }>(product.url, product.cookie, planQuery, {
    projectId: id,
  })
  const places = new Map(map.nodes.map((node, at) => [node.id, at]))
  const plan = answer.nodes.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0))
  const measured: MeasuredView[] = []
  for (const [view, peer] of Object.entries(peersByView)) {
    measured.push({ view, subject: peer.name, ...(await measurePeer(bench, peer, plan)) })
    log(`${peer.name}: ${JSON.stringify(measured.at(-1))}`)
  }
  return measured
}

type Shown = Pick<MeasuredView, 'scrollMs' | 'blankMs' | 'elements'>

async function measurePeer(bench: Bench, peer: PeerOfView, plan: readonly PlanNode[]) {
  const context = await openContext(bench)
  try {
    const page = await context.newPage()
    await page.goto(bench.pages.addressOf(peer))
    await page.evaluate((given) => void (window.planNodes = given), plan)
    const show = { press: '#show', ready: peer.item }
    const times: number[] = []
    // The first time is slower for everybody. A peer that takes seconds is not shown many times.
    for (let round = 0; round <= rounds[bench.length] && (times[0] ?? 0) < 2_000; round += 1) {
      const took = await measureSwitch(page, show)
      if (round > 0 || took > 2_000) times.push(took)
      if (took === Infinity) break
      await page.waitForTimeout(settleMs)
      await page.evaluate(() => document.getElementById('hide')?.click())
      await page.waitForTimeout(settleMs)
    }
    const switchMs = median(times)
    if (switchMs === Infinity) return { switchMs, scrollMs: Infinity, blankMs: Number.NaN, elements: Number.NaN }
    await measureSwitch(page, show)
    await page.waitForTimeout(settleMs)
    return { switchMs, ...(await measureShown(bench, page, 1)) }
  } finally {
    await context.close()
  }
}

/** Scrolls a page and a blank one in turns. */
async function measureShown(bench: Bench, page: Page, times: number): Promise<Shown> {
  const blank = await openBlank(bench)
  const [probe, blankProbe] = [await Probe.attach(page), await Probe.attach(blank)]
  const [own, bare]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < times; turn += 1) {
    await blank.bringToFront()
    bare.push((await measureScroll(blankProbe)).p95)
    await page.bringToFront()
    own.push((await measureScroll(probe)).p95)
  }
  const elements = await probe.countElements()
  await blank.context().close()
  return { scrollMs: median(own), blankMs: median(bare), elements }
}

/** A page of about the height of the plan without anything to draw while it scrolls. */
async function openBlank(bench: Bench): Promise<Page> {
  const page = await (await openContext(bench)).newPage()
  await page.setContent('<!doctype html><body style="margin:0"><div style="height:340000px"></div>')
  return page
}

/** Every view shows the first leaf at its beginning. Its last day is today, so the calendar shows it, too. */
async function prepareFirstLeaf({ url, cookie }: Product, { map }: Project): Promise<string> {
  let leaf = map.nodes[0]?.id ?? ''
  for (const { id, parentId } of map.nodes) if (parentId === leaf) leaf = id
  const today = new Date().toISOString().slice(0, 10)
  const change = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'
  await ask(url, cookie, change, { id: leaf, data: { startDate: today, dueDate: today } })
  return leaf
}
