import type { EstimateUnit, NodeId } from '@espalier/domain'
import { type RollUp, RollUps } from '@espalier/domain/planning-roll-up'
import type { NodeRecord, ProjectClient } from '@espalier/sync'
import { chipDetailTexts as texts } from '../../../texts/node-chip-details.ts'
import { getProjectRollUps } from '../../roll-up/project-roll-ups.ts'
import type { PeopleSource } from '../../workspace/project-workspace.ts'
import { type ChipContext, formatEstimate, formatShortDate } from './chip-context.ts'
import { type Chip, createTextChip, fitChips, isOverdue } from './chip-row.ts'
import { listUncountedStages } from './planned-branches.ts'

/** An assignee. The name of somebody who left the project is not shown. */
export interface Face {
  readonly id: string
  readonly kind: 'known' | 'loading' | 'unknown' | 'former'
  readonly name: string
  readonly picture: string | null
}

interface ChipRollUps {
  get(): RollUps
  /** Called when the day or the lists of the project have changed. */
  reset(): void
}

interface DetailInputs {
  readonly client: Pick<ProjectClient, 'project'>
  readonly rollUps: ChipRollUps
  /** Null: nobody can be looked up. */
  readonly people: PeopleSource | null
  readonly context: () => ChipContext
}

/** The parts of chips that come after the first frame: faces, sums, and everything in words. */
export interface ChipDetails {
  getFace(id: string): Face
  /** Lists the chips of what is below a node, as many as fit. */
  listBelow(id: NodeId, widthPx: number): readonly Chip[]
  describe(record: NodeRecord, hasBelow: boolean): string
  /** Called when the day or the lists of the project have changed. */
  reset(): void
}

export function createChipDetails({ client, rollUps, people, context }: DetailInputs): ChipDetails {
  const getBelow = (id: NodeId): RollUp | null => rollUps.get().getBelow(id)
  const getFace = (id: string): Face => {
    const { owner, sharing } = client.project.get()
    if (id !== owner && !(id in sharing.users)) return { id, kind: 'former', name: texts.formerMember, picture: null }
    const found = people?.get(id) ?? { kind: 'unknown' }
    // Not at once: boxes are being rendered, and the answer renders them again.
    if (found.kind === 'loading') queueMicrotask(() => people?.lookUp(id))
    return found.kind === 'known'
      ? { id, kind: 'known', name: found.person.name ?? found.person.email, picture: found.person.picture }
      : { id, kind: found.kind, name: texts.member, picture: null }
  }
  return {
    getFace,
    listBelow(id, widthPx) {
      const below = getBelow(id)
      return below === null ? [] : fitChips(listBelowChips(below, context()), widthPx)
    },
    describe(record, hasBelow) {
      const below = hasBelow ? getBelow(record.id) : null
      return [...describeFields(record, context(), getFace), ...describeBelow(below, context())].join('\n')
    },
    reset: rollUps.reset,
  }
}

/** Returns the sums that the other parts of the screen show too, so that they are computed once. */
export function shareRollUps(client: ProjectClient): ChipRollUps {
  const rollUps = getProjectRollUps(client)
  // They follow changes while somebody listens. The map redraws after each change anyway.
  rollUps.subscribe(() => undefined)
  return rollUps
}

/** Returns the sums of nodes that do not change. */
export function computeRollUps(
  { nodes, project }: Pick<ProjectClient, 'nodes' | 'project'>,
  today: string,
): ChipRollUps {
  const rollUps = new RollUps(nodes(), { today, uncountedStageIds: listUncountedStages(project.get()) })
  return { get: () => rollUps, reset: () => undefined }
}

const shareFormat = new Intl.NumberFormat(undefined, { style: 'percent' })
const formatShare = (share: number): string => shareFormat.format(share)

/** The warning comes first; the dates, which are longest, come last. */
function listBelowChips(below: RollUp, context: ChipContext): readonly Chip[] {
  const { unit, today } = context
  const { estimate, doneShare, overdue, latestDue, isDueTooEarly } = below
  return [
    ...(isDueTooEarly ? [createTextChip('warning', texts.dueTooEarly, context)] : []),
    ...(estimate > 0 ? [createTextChip('text', texts.sum(formatEstimate(estimate, unit)), context)] : []),
    ...(doneShare === null ? [] : [createTextChip('text', formatShare(doneShare), context)]),
    ...(overdue > 0 ? [createTextChip('overdue', texts.overdue(overdue), context)] : []),
    ...(latestDue === null
      ? []
      : [createTextChip('text', texts.latestDue(formatShortDate(latestDue, today)), context)]),
  ]
}

const fullDateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const formatFullDate = (date: string): string => fullDateFormat.format(Date.parse(`${date}T00:00:00Z`))

function describeFields(
  record: NodeRecord,
  { settings, unit, tags, today }: ChipContext,
  getFace: (id: string) => Face,
): readonly string[] {
  const { priority, assigneeIds, startDate, dueDate, estimate, tagIds } = record
  const facts: string[] = []
  if (settings.priority && priority !== 'none') facts.push(texts.priority[priority])
  if (settings.assignees && assigneeIds.length > 0)
    facts.push(texts.assignedTo(assigneeIds.map((id) => getFace(id).name).join(', ')))
  if (settings.dates && startDate !== null) facts.push(texts.starts(formatFullDate(startDate)))
  if (settings.dates && dueDate !== null)
    facts.push((isOverdue(record, today) ? texts.wasDue : texts.due)(formatFullDate(dueDate)))
  if (settings.estimate && estimate !== null) facts.push(texts.estimate(formatEstimate(estimate, unit)))
  const names = settings.tags ? tagIds.flatMap((id) => tags.get(id)?.name ?? []) : []
  if (names.length > 0) facts.push(texts.tags(names.join(', ')))
  if (record.commentCount > 0) facts.push(texts.comments(record.commentCount))
  return facts
}

function describeBelow(below: RollUp | null, { unit }: { readonly unit: EstimateUnit }): readonly string[] {
  if (below === null) return []
  const { nodes, estimate, doneShare, latestDue, overdue, isDueTooEarly } = below
  const facts: string[] = []
  if (estimate > 0) facts.push(texts.belowEstimate(formatEstimate(estimate, unit)))
  if (doneShare !== null) {
    const share = formatShare(doneShare)
    facts.push(estimate > 0 ? texts.belowDoneByEstimate(share) : texts.belowDone(share, nodes))
  }
  if (latestDue !== null) facts.push(texts.belowDue(formatFullDate(latestDue)))
  if (overdue > 0) facts.push(texts.overdue(overdue))
  return [...(facts.length > 0 ? [texts.below(facts.join(', '))] : []), ...(isDueTooEarly ? [texts.isDueTooEarly] : [])]
}
