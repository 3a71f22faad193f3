import type { NodeId } from '@espalier/domain'
import { type Cell, createCell } from '../../platform/cell.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { getAwayStore } from './away-changes.ts'

const checkMs = 500
/** A node counts as seen after it was in view for this long. */
const seenAfterMs = 4_000
/** Titles are readable from this zoom on. */
export const readableZoom = 0.5

/** The node that a replay shows. It has a mark of its own. */
export const replayedId = createCell<NodeId | null>(null)

/**
 * Lets changed nodes glow until they were seen: selected, or in view for some seconds. Every view marks its items with
 * `data-node-id`, so one style sheet marks them everywhere without another rendering.
 */
export function followGlow(workspace: ProjectWorkspace): () => void {
  const { client, selection, map, view } = workspace
  const { unseen } = getAwayStore(client)
  const seenMs = new Map<NodeId, number>()
  const markSeen = (ids: readonly NodeId[]): void => {
    const left = [...unseen.get()].filter((id) => !ids.includes(id) && client.node(id) !== undefined)
    if (left.length < unseen.get().size) unseen.set(new Set(left))
  }
  const check = (): void => {
    if (unseen.get().size === 0 || document.visibilityState === 'hidden') return
    if (view.get() === 'map' && map.zoom.get() < readableZoom) return
    const seen: NodeId[] = []
    for (const id of listInView(unseen.get())) {
      const ms = (seenMs.get(id) ?? 0) + checkMs
      seenMs.set(id, ms)
      if (ms >= seenAfterMs) seen.push(id)
    }
    if (seen.length > 0) markSeen(seen)
  }
  const timer = window.setInterval(check, checkMs)
  const stops = [selection.subscribe(() => markSeen([...selection.get().ids])), paintMarks(unseen)]
  return () => {
    window.clearInterval(timer)
    for (const stop of stops) stop()
  }
}

function listInView(wanted: ReadonlySet<NodeId>): readonly NodeId[] {
  const found: NodeId[] = []
  for (const element of document.querySelectorAll<HTMLElement>('#main [data-node-id]')) {
    const id = element.dataset['nodeId'] ?? ''
    if (!wanted.has(id)) continue
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    if (x >= 0 && x <= window.innerWidth && y >= 0 && y <= window.innerHeight) found.push(id)
  }
  return found
}

/** Keeps a style sheet up to date that marks these nodes. */
function paintMarks(unseen: Cell<ReadonlySet<NodeId>>): () => void {
  if (!('adoptedStyleSheets' in document)) return () => undefined
  const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const paint = (): void => {
    const replayed = replayedId.get()
    sheet.replaceSync(
      [
        ...buildRules([...unseen.get()], `2px solid ${gold}`, gold),
        ...(replayed === null ? [] : buildRules([replayed], '4px solid var(--focus)', 'var(--focus)')),
      ].join('\n'),
    )
  }
  const stops = [unseen.subscribe(paint), replayedId.subscribe(paint)]
  paint()
  return () => {
    for (const stop of stops) stop()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}

/** Warmer than the amber of texts, which need more contrast than a frame. */
const gold = 'light-dark(#b97d00, #e6c071)'

/** Boxes of the map have room around them; rows and cards of the other views have not. */
function buildRules(ids: readonly NodeId[], outline: string, color: string): readonly string[] {
  if (ids.length === 0) return []
  const items = `:is(${ids.map((id) => `[data-node-id="${CSS.escape(id)}"]`).join(',')})`
  const halo = `0 0 0 6px color-mix(in srgb, ${color} 22%, transparent), 0 0 16px 6px color-mix(in srgb, ${color} 26%, transparent)`
  return [
    `#main ${items}[data-rank]:not(:focus-visible) { outline: ${outline}; outline-offset: 2px; }`,
    `${items}[data-rank] { box-shadow: ${halo}; }`,
    `#main ${items}:not([data-rank]) { box-shadow: inset 3px 0 0 ${color}; }`,
  ]
}
