import type { Page } from 'playwright-core'
import { Client } from 'pg'
import type { BenchOptions, Measured } from '../bench.ts'
import { median, type Figure } from '../figure.ts'
import { count, shortMs } from '../report.ts'
import { measureOpening, panAbout, walkToLeaf } from './measure-cell.ts'
import type { Frames } from './probe.ts'
import { type OpenedMap, withProductMaps } from './product-map.ts'

const nodes = 10_000
const arrows = 5_000
const mostTimes = 1.1
const restMs = 1_000
const rounds = { whole: 9, quick: 3 } as const

const cases = {
  near: 'each to the next node',
  far: 'all across the middle of the map',
} as const

type Case = keyof typeof cases

/** Arrows lead from leaf to leaf, so that none is in view where a map opens, at its root. */
const views = {
  leaves: 'at leaves',
  whole: 'zoomed out by Fit',
} as const

type View = keyof typeof views

interface StoredNode {
  readonly id: string
  readonly parentId: string | null
}

/** Lists the nodes that have nothing below them from the top of the map to its bottom. */
function listLeaves(stored: readonly StoredNode[]): readonly string[] {
  const children = new Map<string | null, string[]>()
  for (const { id, parentId } of stored) children.set(parentId, [...(children.get(parentId) ?? []), id])
  const leaves: string[] = []
  const open = (children.get(null) ?? []).toReversed()
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const below = children.get(id)
    if (below === undefined) leaves.push(id)
    else open.push(...below.toReversed())
  }
  return leaves
}

/** There is no cycle, because every node waits for one farther up. */
function chooseBlockers(kind: Case, leaves: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const blockers = new Map<string, Set<string>>()
  const half = Math.floor(leaves.length / 2)
  for (let number = 0, added = 0; added < arrows; number += 1) {
    const [at, round] = [number % half, Math.floor(number / half)]
    const [blocker, waiting] =
      kind === 'near' ? [2 * at + (round % 2), 2 * at + 1 + round] : [(at * 7 + round) % half, half + at]
    const [blockerId, waitingId] = [leaves[blocker], leaves[waiting]]
    if (blockerId === undefined || waitingId === undefined || blocker === waiting) continue
    const known = blockers.get(waitingId) ?? new Set()
    if (!known.has(blockerId)) added += 1
    blockers.set(waitingId, known.add(blockerId))
  }
  return blockers
}

const blockBy = (kind: Case) => async (databaseUrl: string, projectId: string) => {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<StoredNode>(
      'select id, parent_ids[1] as "parentId" from nodes where project_id = $1 order by position',
      [projectId],
    )
    const blockers = [...chooseBlockers(kind, listLeaves(rows))]
    await client.query(
      `update nodes set blocked_by_ids = given.blockers::uuid[]
       from unnest($1::uuid[], $2::text[]) as given (id, blockers) where nodes.id = given.id`,
      [blockers.map(([id]) => id), blockers.map(([, ids]) => `{${[...ids].join(',')}}`)],
    )
  } finally {
    await client.end()
  }
}

interface Pans {
  readonly without: Frames[]
  readonly shown: Frames[]
  painted: number
}

/** Compares panning with all arrows shown and with none, in turns on the same page. */
export const arrowsOnMap = ({ isQuick, log }: BenchOptions): Promise<Measured> =>
  withProductMaps([], async ({ product, measure }) => {
    const figures: Figure[] = []
    const turns = isQuick ? rounds.quick : rounds.whole
    for (const kind of ['near', 'far'] as const) {
      const project = await product.addProject(nodes, blockBy(kind))
      for (const view of ['leaves', 'whole'] as const) {
        const pans = await measure(project, (opened) => panInTurns(opened, view, turns, log))
        figures.push(toFigure(kind, view, pans))
      }
    }
    return { figures }
  })

async function panInTurns(
  { page, driver, probe }: OpenedMap,
  view: View,
  turns: number,
  log: BenchOptions['log'],
): Promise<Pans> {
  await measureOpening(driver, probe, {})
  if (view === 'leaves') await walkToLeaf(driver, probe)
  else await page.getByRole('button', { name: 'Fit', exact: true }).click()
  // The first pan of a page also loads and compiles.
  await panAbout(driver, probe)
  const pans: Pans = { without: [], shown: [], painted: 0 }
  for (let turn = 1; turn <= turns; turn += 1) {
    pans.without.push(await panAbout(driver, probe))
    await switchArrows(page)
    await page.locator('[data-dependencies]:not([data-dependencies="0"])').waitFor({ state: 'attached' })
    pans.shown.push(await panAbout(driver, probe))
    // Many arrows are painted only when the view rests.
    await page.waitForTimeout(restMs)
    pans.painted = Math.max(pans.painted, await countPainted(page))
    await switchArrows(page)
    await page.locator('[data-dependencies]').waitFor({ state: 'detached' })
    log(`turn ${turn}: p95 ${shortMs(pans.without.at(-1)?.p95 ?? 0)} and ${shortMs(pans.shown.at(-1)?.p95 ?? 0)} ms`)
  }
  return pans
}

async function switchArrows(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Visibility', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Show all dependencies' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

const countPainted = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.querySelector<HTMLElement>('[data-dependencies]')?.dataset['dependencies']))

const read = (pans: readonly Frames[], pick: (pan: Frames) => number): number => median(pans.map(pick))

function toFigure(kind: Case, view: View, { without, shown, painted }: Pans): Figure {
  const [before, after] = [read(without, ({ p95 }) => p95), read(shown, ({ p95 }) => p95)]
  const cpu = [without, shown].map((pans) => shortMs(read(pans, ({ cpuPerStep }) => cpuPerStep)))
  const times = after / before
  return {
    name: `panning ${count(nodes)} nodes with ${count(arrows)} arrows, ${cases[kind]}, ${views[view]}, ${count(painted)} in view at the end: p95 frame`,
    measured: `${shortMs(after)} ms, ${times.toFixed(2)} times (CPU of a step ${cpu[1]} ms)`,
    peer: `without: ${shortMs(before)} ms (CPU ${cpu[0]} ms)`,
    limit: `${mostTimes} times`,
    holds: times <= mostTimes,
  }
}
