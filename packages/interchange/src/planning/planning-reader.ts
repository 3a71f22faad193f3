import {
  type EstimateUnit,
  limits,
  type NodeStatus,
  nodeFields,
  planLimits,
  type Stage,
  type Tag,
} from '@espalier/domain'
import { importedLineTexts } from '../model/import-texts.ts'
import type { FileDefinitions, InterchangeNode, ReadOptions } from '../model/project.ts'
import { convertEstimate, readEstimateWords } from './estimate-words.ts'
import { ImportReport } from './import-report.ts'
import { cleanFieldName, OwnFieldReader } from './own-field-reader.ts'
import { NamedEntries } from './named-entries.ts'
import { createPeopleSearch } from './people.ts'
import { joinNames, type PlanningWords } from './planning-words.ts'

type PlannedFields = 'assigneeIds' | 'startDate' | 'dueDate' | 'estimate' | 'priority' | 'tagIds' | 'stageId' | 'fields'

interface ReadPlanning {
  readonly values: Partial<Pick<InterchangeNode, PlannedFields>>
  /** The category of the stage, which decides the status. */
  readonly status?: NodeStatus
  /** The values that the project cannot hold otherwise, as lines for the description. */
  readonly notes: readonly string[]
}

/**
 * Turns the words of a file into values of nodes, and collects the lists that these refer to. Tags, stages and own fields
 * are looked up in the file, then in the project that it goes into, and are new otherwise. People are never new.
 */
export class PlanningReader {
  readonly #given: FileDefinitions
  readonly #report = new ImportReport()
  readonly #findPerson: ReturnType<typeof createPeopleSearch>
  readonly #tags: NamedEntries<Tag>
  readonly #stages: NamedEntries<Stage>
  readonly #ownFields: OwnFieldReader
  #unit: EstimateUnit | undefined
  #madeIds = 0

  constructor(given: FileDefinitions, { people = [], lists }: Pick<ReadOptions, 'people' | 'lists'>) {
    this.#given = given
    this.#findPerson = createPeopleSearch(people)
    this.#tags = new NamedEntries({
      given: given.tags,
      target: lists && (lists.tags ?? []),
      most: planLimits.tags,
      onNew: (name) => this.#report.addNewTag(name),
    })
    this.#stages = new NamedEntries({
      given: given.stages,
      target: lists && (lists.stages ?? []),
      most: planLimits.stages,
      onNew: (name) => this.#report.addNewStage(name),
    })
    this.#unit = lists?.estimateUnit ?? given.estimateUnit
    this.#ownFields = new OwnFieldReader({
      given,
      target: lists,
      report: this.#report,
      createId: () => this.#createId(),
      findPersonId: (word) => this.#findPerson(word)?.id,
    })
  }

  /** Sees the words of every node before the first is read, because own fields get the type that fits all values. */
  survey(all: Iterable<PlanningWords | undefined>): void {
    for (const words of all) if (words?.fields !== undefined) this.#ownFields.survey(words.fields)
  }

  read(words: PlanningWords, status: NodeStatus): ReadPlanning {
    const [assigneeIds, unknown] = this.#readPeople(words.assignees ?? [])
    const tagIds = this.#readTags(words.tags ?? [])
    const stageName = cleanFieldName(words.stage ?? '')
    const stage = stageName === '' ? undefined : this.#stages.use(stageName, () => this.#createStage(stageName, status))
    const own = this.#ownFields.read(words.fields ?? [])
    const notes = [
      ...(unknown.length === 0 ? [] : [importedLineTexts.assignees(unknown.join(', '))]),
      ...(stageName !== '' && stage === undefined ? [importedLineTexts.stage(stageName)] : []),
      ...(words.after === undefined ? [] : [importedLineTexts.after(joinNames(words.after) ?? '')]),
      ...own.notes.map(([name, value]) => importedLineTexts.field(name, value)),
    ]
    for (const name of unknown) this.#report.addText(name)
    for (const line of notes.slice(unknown.length === 0 ? 0 : 1)) this.#report.addText(line)
    return {
      values: {
        ...this.#readDates(words),
        ...this.#readAmounts(words),
        ...(assigneeIds.length > 0 && { assigneeIds }),
        ...(tagIds.length > 0 && { tagIds }),
        ...(stage !== undefined && { stageId: stage.id }),
        ...(Object.keys(own.values).length > 0 && { fields: own.values }),
      },
      ...(stage !== undefined && { status: stage.category }),
      notes,
    }
  }

  /** The lists of the file with everything that its nodes have added. */
  get definitions(): FileDefinitions {
    const [tags, stages] = [this.#tags.entries, this.#stages.entries]
    const fieldDefinitions = this.#ownFields.definitions
    return {
      ...(tags.length > 0 && { tags }),
      ...(stages.length > 0 && { stages }),
      ...(fieldDefinitions.length > 0 && { fieldDefinitions }),
      ...(this.#unit !== undefined && { estimateUnit: this.#unit }),
    }
  }

  get remarks(): readonly string[] {
    return this.#report.listRemarks()
  }

  /** Ids within the file. Those of its own lists may look like anything. */
  #createId(): string {
    const { tags = [], stages = [], fieldDefinitions = [] } = this.#given
    for (;;) {
      this.#madeIds += 1
      const made = `entry${this.#madeIds}`
      if (![...tags, ...stages, ...fieldDefinitions].some(({ id }) => id === made)) return made
    }
  }

  #createStage(name: string, category: NodeStatus): Stage {
    return { id: this.#createId(), name, category, colour: limits.nodeColour, counts: true }
  }

  #readDates({ startDate, dueDate }: PlanningWords): ReadPlanning['values'] {
    const [start, due] = [this.#parse('startDate', startDate), this.#parse('dueDate', dueDate)] as (
      | string
      | undefined
    )[]
    const isLate = start !== undefined && due !== undefined && due < start
    // The due date matters more.
    if (isLate) this.#report.addLateStart()
    return { ...(start !== undefined && !isLate && { startDate: start }), ...(due !== undefined && { dueDate: due }) }
  }

  #readAmounts({ estimate: written = '', priority: named = '' }: PlanningWords): ReadPlanning['values'] {
    const amount = readEstimateWords(written)
    this.#unit ??= amount?.unit
    const converted =
      amount === null ? written : convertEstimate(amount, this.#given.estimateUnit ?? this.#unit, this.#unit)
    const estimate = written.trim() === '' ? undefined : this.#parseValue('estimate', converted, written)
    const priority = this.#parsePriority(named.trim().toLowerCase(), named)
    return {
      ...(estimate !== undefined && { estimate: estimate as number }),
      ...(priority !== undefined && { priority }),
    }
  }

  #parsePriority(word: string, written: string): InterchangeNode['priority'] {
    if (word === '' || word === 'none') return undefined
    return this.#parseValue('priority', priorityWords.get(word) ?? word, written) as InterchangeNode['priority']
  }

  /** A date may be followed by a time of day. */
  #parse(field: string, written = ''): unknown {
    const text = written.trim()
    const day = /^(\d{4}-\d{2}-\d{2})(?:[T ]|$)/u.exec(text)?.[1]
    return text === '' ? undefined : this.#parseValue(field, day ?? text, written)
  }

  #parseValue(field: string, value: unknown, written: string): unknown {
    const parsed = nodeFields.byName.get(field)?.parse(value)
    if (parsed === undefined) this.#report.addBadValue(field, written.trim())
    return parsed
  }

  #readPeople(words: readonly string[]): readonly [ids: readonly string[], unknown: readonly string[]] {
    const ids = new Set<string>()
    const unknown = new Set<string>()
    for (const word of words) {
      const person = this.#findPerson(word)
      if (person !== undefined && (ids.has(person.id) || ids.size < planLimits.assignees)) ids.add(person.id)
      else if (word.trim() !== '') unknown.add(word.trim())
    }
    return [[...ids], [...unknown]]
  }

  #readTags(words: readonly string[]): readonly string[] {
    const ids = new Set<string>()
    for (const word of words) {
      const name = cleanFieldName(word)
      const tag =
        name === ''
          ? undefined
          : this.#tags.use(name, () => ({ id: this.#createId(), name, colour: limits.nodeColour }))
      if (tag !== undefined && (ids.has(tag.id) || ids.size < planLimits.tagsPerNode)) ids.add(tag.id)
      else if (name !== '') this.#report.addTagLeftOut()
    }
    return [...ids]
  }
}

/** The words of other programs for priorities. They are names in files, not texts of ours. */
const priorityWords: ReadonlyMap<string, string> = new Map([
  ['highest', 'urgent'],
  ['critical', 'urgent'],
  ['blocker', 'urgent'],
  ['major', 'high'],
  ['normal', 'medium'],
  ['minor', 'low'],
  ['lowest', 'low'],
  ['trivial', 'low'],
])
