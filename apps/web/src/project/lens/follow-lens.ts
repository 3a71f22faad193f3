import type { NodeId } from '@espalier/domain'
import { findDateInZone } from '@espalier/domain/planning-dates'
import type { ScheduledNode } from '@espalier/domain/schedule'
import type { NodeRecord, ProjectClient } from '@espalier/sync'
import { currentPersonId } from '../../api/session/session.ts'
import { clock } from '../../platform/timing.ts'
import { lensTexts as texts } from '../../texts/lens.ts'
import { getAwayStore } from '../away/away-changes.ts'
import { getProjectSchedule } from '../schedule/project-schedule.ts'
import { listUncountedStageIds } from '../workspace/derived-model.ts'
import { noLens } from '../workspace/filter-state.ts'
import type { LensKind, ProjectWorkspace } from '../workspace/project-workspace.ts'

/** Many nodes may change at once; they are read together after a pause. */
const rereadMs = 100
/** New changes are read again from the server, which knows whose they are. */
const reloadMs = 1_000
/** A day that ends while the project is open makes other nodes overdue. */
const dayCheckMs = 60_000

/** Keeps the nodes in the chosen lens up to date. The schedule is that of an open draft, if there is one. */
export function followLens(
  { client, lens, notify: showNotice }: ProjectWorkspace,
  planned: ProjectClient = client,
): () => void {
  let timer = 0
  let reloadTimer = 0
  let readKind: LensKind = 'none'
  let readDay = ''
  const schedule = getProjectSchedule(planned)
  const away = getAwayStore(client)
  const read = (): void => {
    window.clearTimeout(timer)
    const { kind, found: before } = lens.get()
    readKind = kind
    readDay = findToday()
    if (kind === 'none') return
    if (kind === 'changed' && away.changes.get() === null) return void loadChanged()
    const found = findInLens(client, planned, kind, readDay)
    if (before === null || !areSame(before, found)) lens.set({ kind, found })
  }
  const loadChanged = async (): Promise<void> => {
    if ((await away.load()) || lens.get().kind !== 'changed') return
    showNotice(texts.notLoaded, 'failed')
    lens.set(noLens)
  }
  const readLater = (): void => {
    window.clearTimeout(timer)
    timer = window.setTimeout(read, rereadMs)
  }
  const stops = [
    schedule.subscribe(readLater),
    away.changes.subscribe(readLater),
    client.listen(({ origin }) => {
      if (origin !== 'others' || lens.get().kind !== 'changed') return
      window.clearTimeout(reloadTimer)
      reloadTimer = window.setTimeout(() => void away.load(), reloadMs)
    }),
    lens.subscribe(() => {
      if (lens.get().kind !== readKind) read()
    }),
  ]
  const days = window.setInterval(() => {
    if (findToday() !== readDay) read()
  }, dayCheckMs)
  read()
  return () => {
    window.clearTimeout(timer)
    window.clearTimeout(reloadTimer)
    window.clearInterval(days)
    for (const stop of stops) stop()
  }
}

const findToday = (): string => findDateInZone(clock.now(), new Intl.DateTimeFormat().resolvedOptions().timeZone)

/** Returns the nodes in a lens. */
function findInLens(
  client: ProjectClient,
  planned: ProjectClient,
  kind: Exclude<LensKind, 'none'>,
  today: string,
): ReadonlySet<NodeId> {
  switch (kind) {
    case 'ready': {
      // Dropped nodes are not to be started, although nothing holds it up.
      const uncounted = listUncountedStageIds(client)
      const isCounted = (id: NodeId) => !uncounted.has(client.node(id)?.stageId ?? '')
      return pickScheduled(planned, ({ id, state }) => state === 'ready' && isCounted(id))
    }
    case 'critical':
      return pickScheduled(planned, ({ isCritical }) => isCritical)
    case 'mine': {
      const ownId = currentPersonId()
      return pickNodes(client, ({ assigneeIds }) => ownId !== null && assigneeIds.includes(ownId))
    }
    case 'overdue':
      return pickNodes(client, ({ status, dueDate }) => status !== 'done' && dueDate !== null && dueDate < today)
    case 'changed': {
      const changed = getAwayStore(client).changes.get()?.ids
      return pickNodes(client, ({ id }) => changed?.has(id) === true)
    }
  }
}

function pickScheduled(client: ProjectClient, isIn: (node: ScheduledNode) => boolean): ReadonlySet<NodeId> {
  const all = getProjectSchedule(client).get().getAll()
  return new Set(all.flatMap((node) => (isIn(node) ? [node.id] : [])))
}

function pickNodes(client: ProjectClient, isIn: (node: NodeRecord) => boolean): ReadonlySet<NodeId> {
  const found = new Set<NodeId>()
  for (const node of client.nodes()) if (isIn(node)) found.add(node.id)
  return found
}

function areSame(left: ReadonlySet<NodeId>, right: ReadonlySet<NodeId>): boolean {
  if (left.size !== right.size) return false
  for (const id of left) if (!right.has(id)) return false
  return true
}
