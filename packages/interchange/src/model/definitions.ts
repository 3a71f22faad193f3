import {
  cleanLine,
  type EstimateUnit,
  estimateUnits,
  exchangeLimits,
  type FieldDefinition,
  type FieldType,
  fieldTypes,
  isHexColor,
  isNodeStatus,
  limits,
  planLimits,
  type Stage,
  type Tag,
} from '@espalier/domain'
import { isRecord, type JsonRecord } from './json.ts'
import type { FileDefinitions } from './project.ts'

/** Reads the lists of a project. Entries that cannot be read are left out, like a second one of the same name. */
export function readDefinitions({ tags, stages, fieldDefinitions, estimateUnit }: JsonRecord): FileDefinitions {
  const read = {
    tags: readEntries(tags, planLimits.tags, readTag),
    stages: readEntries(stages, planLimits.stages, readStage),
    fieldDefinitions: readEntries(fieldDefinitions, planLimits.fields, readField),
  }
  return {
    ...Object.fromEntries(Object.entries(read).filter(([, list]) => list.length > 0)),
    ...(isEstimateUnit(estimateUnit) && { estimateUnit }),
  }
}

interface Head {
  readonly id: string
  readonly name: string
}

function readEntries<Entry extends Head>(
  list: unknown,
  most: number,
  read: (entry: JsonRecord, head: Head) => Entry | null,
): readonly Entry[] {
  const byName = new Map<string, Entry>()
  for (const entry of Array.isArray(list) ? (list as readonly unknown[]) : []) {
    if (byName.size === most || !isRecord(entry) || typeof entry['id'] !== 'string') continue
    const name = readName(entry['name'])
    const made = name === '' ? null : read(entry, { id: entry['id'].toLowerCase(), name })
    if (made !== null && !byName.has(name)) byName.set(name, made)
  }
  return [...byName.values()]
}

const readName = (given: unknown): string =>
  typeof given === 'string'
    ? Array.from(cleanLine(given.slice(0, exchangeLimits.paste.titleCharacters)))
        .slice(0, planLimits.nameCharacters)
        .join('')
        .trim()
    : ''

const readColour = (given: unknown): string =>
  typeof given === 'string' && isHexColor(given) ? given.toLowerCase() : limits.nodeColour

const readTag = ({ colour }: JsonRecord, head: Head): Tag => ({ ...head, colour: readColour(colour) })

const readStage = ({ category, colour, counts }: JsonRecord, head: Head): Stage | null =>
  isNodeStatus(category) ? { ...head, category, colour: readColour(colour), counts: counts !== false } : null

const isFieldType = (value: unknown): value is FieldType => (fieldTypes as readonly unknown[]).includes(value)
const isEstimateUnit = (value: unknown): value is EstimateUnit => (estimateUnits as readonly unknown[]).includes(value)

function readField({ type, options }: JsonRecord, head: Head): FieldDefinition | null {
  if (!isFieldType(type)) return null
  const names = type === 'choice' && Array.isArray(options) ? options.map(readName).filter((name) => name !== '') : []
  const choices = [...new Set(names)].slice(0, planLimits.options)
  return type === 'choice' && choices.length === 0 ? null : { ...head, type, options: choices }
}
