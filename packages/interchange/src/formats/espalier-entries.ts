import { escapeHtml, type FieldDefinition, nodeFields, parseOwnValue, planLimits, type Stage } from '@espalier/domain'
import { importedLineTexts } from '../model/import-texts.ts'
import { isRecord, type JsonRecord, stringOrEmpty, toList, toRecords } from '../model/json.ts'
import type { FileDefinitions, ReadOptions } from '../model/project.ts'
import { ImportReport } from '../planning/import-report.ts'
import { createPeopleSearch } from '../planning/people.ts'

interface Named {
  readonly id: string
  readonly name: string
}

const plainNames = ['startDate', 'dueDate', 'estimate', 'priority', 'tagIds', 'stageId'] as const

/**
 * Prepares entries of our own format that a person has chosen: values of planning that no node can have are left out,
 * people are found by their names, and both are reported.
 */
export class EntryCleaner {
  readonly #report = new ImportReport()
  readonly #file: Required<Pick<FileDefinitions, 'tags' | 'stages' | 'fieldDefinitions'>>
  readonly #target: FileDefinitions | undefined
  readonly #fields: ReadonlyMap<string, FieldDefinition>
  readonly #stages: ReadonlyMap<string, Stage>
  readonly #used = new Set<string>()
  readonly #names: ReadonlyMap<string, string>
  readonly #people: ReadOptions['people']
  readonly #findPerson: ReturnType<typeof createPeopleSearch>

  constructor(
    { tags = [], stages = [], fieldDefinitions = [] }: FileDefinitions,
    project: JsonRecord,
    { people, lists }: ReadOptions,
  ) {
    this.#file = { tags, stages, fieldDefinitions }
    this.#target = lists
    this.#stages = new Map(stages.map((stage) => [stage.id, stage]))
    this.#fields = new Map(fieldDefinitions.map((field) => [field.id, field]))
    this.#people = people
    this.#findPerson = createPeopleSearch(people ?? [])
    this.#names = new Map(
      toRecords(project['people']).map(({ id, email, name }) => [
        stringOrEmpty(id),
        stringOrEmpty(email) || stringOrEmpty(name),
      ]),
    )
  }

  /** To be called once, after the last entry. */
  listRemarks(): readonly string[] {
    if (this.#target !== undefined) this.#announceNewEntries(this.#target)
    return this.#report.listRemarks()
  }

  #announceNewEntries({ tags = [], stages = [], fieldDefinitions = [] }: FileDefinitions): void {
    const listNew = (own: readonly Named[], present: readonly Named[]): readonly string[] => {
      const known = new Set(present.flatMap(({ id, name }) => [`id ${id}`, `name ${name}`]))
      const isNew = ({ id, name }: Named): boolean =>
        this.#used.has(id) && !known.has(`id ${id}`) && !known.has(`name ${name}`)
      return own.filter(isNew).map(({ name }) => name)
    }
    for (const name of listNew(this.#file.tags, tags)) this.#report.addNewTag(name)
    for (const name of listNew(this.#file.stages, stages)) this.#report.addNewStage(name)
    for (const name of listNew(this.#file.fieldDefinitions, fieldDefinitions)) this.#report.addNewField(name)
  }

  clean(entry: unknown): unknown {
    if (!isRecord(entry)) return entry
    const next: Record<string, unknown> = { ...entry }
    for (const name of plainNames) if (!this.#isValue(name, entry[name])) delete next[name]
    const { startDate, dueDate } = next
    if (typeof startDate === 'string' && typeof dueDate === 'string' && dueDate < startDate) {
      this.#report.addLateStart()
      delete next['startDate']
    }
    for (const id of [...toList(next['tagIds']), next['stageId']]) {
      if (typeof id === 'string') this.#used.add(id.toLowerCase())
    }
    if (typeof next['stageId'] === 'string') this.#cleanStage(next['stageId'].toLowerCase(), next)
    if (entry['assigneeIds'] != null) this.#cleanPeople(entry['assigneeIds'], next)
    if (entry['fields'] != null) this.#cleanFields(entry['fields'], next)
    return next
  }

  #isValue(name: string, value: unknown): boolean {
    if (value == null || nodeFields.byName.get(name)?.parse(value) !== undefined) return true
    this.#report.addBadValue(name, describe(value))
    return false
  }

  /** A stage of the same name that stands for another status cannot hold the node. */
  #cleanStage(id: string, next: Record<string, unknown>): void {
    const stage = this.#stages.get(id)
    const present = this.#target?.stages?.find((one) => one.name === stage?.name)
    if (stage === undefined || present === undefined || present.category === stage.category) return
    delete next['stageId']
    this.#addLine(next, importedLineTexts.stage(stage.name))
  }

  #cleanPeople(given: unknown, next: Record<string, unknown>): void {
    delete next['assigneeIds']
    if (!Array.isArray(given)) return this.#report.addBadValue('assigneeIds', describe(given))
    const ids = new Set<string>()
    const unknown: string[] = []
    for (const id of new Set(toList(given))) {
      const found = typeof id === 'string' ? this.#findMember(id) : undefined
      if (found !== undefined && ids.size < planLimits.assignees) ids.add(found)
      else this.#addUnknown(id, unknown)
    }
    if (ids.size > 0) next['assigneeIds'] = [...ids]
    this.#addNote(next, unknown.length === 0 ? null : importedLineTexts.assignees(unknown.join(', ')))
  }

  /** Without a list of people, every id is kept; the server drops those of strangers. */
  #findMember(id: string): string | undefined {
    if (this.#people === undefined || this.#people.some((person) => person.id === id)) return id
    return this.#findPerson(this.#names.get(id) ?? '')?.id
  }

  #addUnknown(id: unknown, unknown: string[]): void {
    const name = typeof id === 'string' ? this.#names.get(id) : undefined
    if (name === undefined || name === '') return this.#report.addPersonLeftOut()
    unknown.push(name)
    this.#report.addText(name)
  }

  #cleanFields(given: unknown, next: Record<string, unknown>): void {
    delete next['fields']
    if (!isRecord(given)) return this.#report.addBadValue('fields', describe(given))
    const values: Record<string, unknown> = {}
    for (const [id, value] of Object.entries(given)) {
      const field = this.#fields.get(id.toLowerCase())
      const present = this.#target?.fieldDefinitions?.find((one) => one.name === field?.name)
      if (field !== undefined && present !== undefined && present.type !== field.type) {
        this.#addLine(next, importedLineTexts.field(field.name, describe(value)))
        continue
      }
      if (field !== undefined) this.#used.add(field.id)
      if (field?.type === 'person' && typeof value === 'string') this.#cleanPersonField(field, value, values, next)
      else if (field !== undefined && parseOwnValue(field, value) != null) values[id] = value
      else if (value !== null) this.#report.addBadValue(field?.name ?? 'fields', describe(value))
    }
    if (Object.keys(values).length > 0) next['fields'] = values
  }

  #cleanPersonField(
    field: FieldDefinition,
    id: string,
    values: Record<string, unknown>,
    next: Record<string, unknown>,
  ): void {
    const found = this.#findMember(id)
    if (found !== undefined) values[field.id] = found
    else {
      const unknown: string[] = []
      this.#addUnknown(id, unknown)
      this.#addNote(next, unknown[0] === undefined ? null : importedLineTexts.field(field.name, unknown[0]))
    }
  }

  #addLine(next: Record<string, unknown>, line: string): void {
    this.#report.addText(line)
    this.#addNote(next, line)
  }

  #addNote(next: Record<string, unknown>, line: string | null): void {
    if (line !== null) next['body'] = `${stringOrEmpty(next['body'])}<p>${escapeHtml(line)}</p>`
  }
}

const describe = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
