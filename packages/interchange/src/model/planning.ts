import { nodeFields, planLimits, type Tag, limits } from '@espalier/domain'
import type { InterchangeNode, InterchangeProject } from './project.ts'
import { cleanOneLine } from './text.ts'

/** The planning of a node in words, as formats hold it that know no ids. */
export interface PlanningTexts {
  readonly startDate?: string | undefined
  readonly dueDate?: string | undefined
  readonly estimate?: string | undefined
  readonly priority?: string | undefined
  /** The names of tags with commas between them. */
  readonly tags?: string | undefined
}

type PlanningFields = Partial<Pick<InterchangeNode, 'startDate' | 'dueDate' | 'estimate' | 'priority'>>

/** What a node of a file says about its planning. Tags are still names. */
export interface ReadPlanning extends PlanningFields {
  readonly tagNames: readonly string[]
}

/** Reads the values that can be read. Other programs write other things, which are left out. */
export function readPlanning({ startDate, dueDate, estimate, priority, tags = '' }: PlanningTexts): ReadPlanning {
  const [start, due] = [parseField('startDate', startDate?.slice(0, 10)), parseField('dueDate', dueDate?.slice(0, 10))]
  const isOrdered = start === undefined || due === undefined || String(start) <= String(due)
  const amount = /^\s*(\d+(?:[.,]\d+)?)\s*[a-z]*\s*$/iu.exec(estimate ?? '')?.[1]?.replace(',', '.')
  const values = {
    startDate: isOrdered ? start : undefined,
    dueDate: due,
    estimate: amount === undefined ? undefined : parseField('estimate', Number(amount)),
    priority: parseField('priority', priority?.trim().toLowerCase()),
  }
  const names = tags.split(',').flatMap((name) => cleanOneLine(name).slice(0, planLimits.nameCharacters) || [])
  return {
    ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
    tagNames: [...new Set(names)].slice(0, planLimits.tagsPerNode),
  }
}

const parseField = (name: string, value: unknown): unknown =>
  value === undefined ? undefined : nodeFields.byName.get(name)?.parse(value)

/** Returns the planning of each node in words. Commas in the names of tags become blanks. */
export function createPlanningWriter({ tags = [] }: InterchangeProject): (node: InterchangeNode) => PlanningTexts {
  const names = new Map(tags.map(({ id, name }) => [id, name.replaceAll(',', ' ')]))
  return ({ startDate, dueDate, estimate, priority, tagIds = [] }) => ({
    startDate: startDate ?? undefined,
    dueDate: dueDate ?? undefined,
    estimate: estimate == null ? undefined : String(estimate),
    priority: priority === 'none' ? undefined : priority,
    tags: tagIds.flatMap((id) => names.get(id) ?? []).join(', ') || undefined,
  })
}

/** Collects the tags that the nodes of a file name, and gives them ids within the file. */
export function createTagCollection(): { readonly tags: readonly Tag[]; toIds(names: readonly string[]): string[] } {
  const byName = new Map<string, Tag>()
  return {
    get tags() {
      return [...byName.values()]
    },
    toIds: (names) =>
      names.flatMap((name) => {
        const known = byName.get(name)
        if (known !== undefined) return [known.id]
        if (byName.size === planLimits.tags) return []
        const tag = { id: `tag${byName.size + 1}`, name, colour: limits.nodeColour }
        byName.set(name, tag)
        return [tag.id]
      }),
  }
}
