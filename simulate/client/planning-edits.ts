import { nodePriorities } from '@espalier/domain'
import type { NodeFields, ProjectClient } from '@espalier/sync'
import type { Chance } from '../chance.ts'

const days = ['2026-01-01', '2026-02-28', '2026-06-15', '2026-12-31'] as const

const pickSome = <Value>(chance: Chance, values: readonly Value[]): Value[] => values.filter(() => chance.happens(0.4))

/** A change of the fields for planning, mostly one that the rules accept. */
export function somePlanning(client: ProjectClient, chance: Chance): NodeFields {
  const { tags, stages, fieldDefinitions, owner, sharing } = client.project.get()
  const people = [owner, ...Object.keys(sharing.users)].sort()
  const tagIds = tags.map(({ id }) => id)
  const nodeIds = Array.from(client.graph.nodes(), ({ id }) => id).sort()
  const singles = [[], ...nodeIds.map((id) => [id])]
  const someDay = (): string | null => chance.pick([...days, null])
  return chance.pick<() => NodeFields>([
    () => ({ startDate: someDay() }),
    () => ({ dueDate: someDay() }),
    () => ({ startDate: someDay(), dueDate: someDay() }),
    () => ({ estimate: chance.pick([null, 0, 0.5, chance.below(100)]) }),
    () => ({ priority: chance.pick(nodePriorities) }),
    () => ({ tagIds: pickSome(chance, tagIds) }),
    () => ({ addTagIds: pickSome(chance, tagIds), removeTagIds: pickSome(chance, tagIds) }),
    () => ({ assigneeIds: pickSome(chance, people) }),
    () => ({ addAssigneeIds: pickSome(chance, people) }),
    () => ({ removeAssigneeIds: pickSome(chance, people) }),
    () => ({ stageId: chance.pick([null, ...stages.map(({ id }) => id)]) }),
    () => ({ addBlockedByIds: chance.pick(singles) }),
    () => ({ addBlockedByIds: pickSome(chance, nodeIds), removeBlockedByIds: pickSome(chance, nodeIds) }),
    () => ({ blockedByIds: chance.pick(singles) }),
    () => ({ removeBlockedByIds: nodeIds }),
    () => ({ status: chance.pick(['todo', 'progress', 'done'] as const) }),
    () => ({
      fields: Object.fromEntries(
        pickSome(chance, fieldDefinitions).map(({ id, type }) => [id, someValue(chance, type, people)]),
      ),
    }),
  ])()
}

function someValue(chance: Chance, type: string, people: readonly string[]): unknown {
  if (chance.happens(0.3)) return null
  if (type === 'text') return `words ${chance.below(10)}`
  if (type === 'number') return chance.below(10)
  return type === 'person' ? chance.pick(people) : chance.happens(0.5)
}
