import {
  areTransitionsContinuous,
  isHexColor,
  isLayout,
  isNodeStatus,
  isPosition,
  limits,
  measureChains,
  type NodeId,
  type NodeStatus,
  type Transition,
  transitionStates,
} from '@espalier/domain'
import { cleanHtml } from '../markup/html-text.ts'
import { decodeText } from '../model/file-content.ts'
import { ImportError, type ImportFault, type ImportResult, toImportResult } from '../model/import-fault.ts'
import { isRecord, type JsonRecord, parseJson, refuseUnsafeKeys } from '../model/json.ts'
import type { InterchangeNode, InterchangeProject, ReadOptions } from '../model/project.ts'
import { cleanOneLine } from '../model/text.ts'
import { checkTextLengths, untitledProject } from './draft-node.ts'

const espalierFormat = 'espalier'
const espalierVersion = 1

/** Everything, letter by letter. */
export function writeEspalierJson({ nodes, ...project }: InterchangeProject): string {
  return `${JSON.stringify({ format: espalierFormat, version: espalierVersion, project, nodes }, null, 1)}\n`
}

export const readEspalierJson = (given: Uint8Array | string, options: ReadOptions = {}): ImportResult =>
  toImportResult(() => readProjectValue(parseJson(decodeText(given)), options))

/** The same of a value that has been parsed, as the form's JSON field hands it over. */
export const readEspalierValue = (value: unknown, options: ReadOptions = {}): ImportResult =>
  toImportResult(() => {
    refuseUnsafeKeys(value)
    return readProjectValue(value, options)
  })

type EntriesResult =
  | { readonly ok: true; readonly nodes: readonly InterchangeNode[]; readonly remarks: readonly string[] }
  | { readonly ok: false; readonly reason: ImportFault }

/** Some of a list of nodes, as it is sent up in parts: how they hang together is asked once all are there. */
export function readEspalierEntries(entries: unknown, options: ReadOptions = {}): EntriesResult {
  try {
    if (!Array.isArray(entries)) throw new ImportError('broken', '"nodes" is not a list')
    refuseUnsafeKeys(entries)
    const remarks: string[] = []
    const nodes = entries.map((entry: unknown, at) => readEspalierNode(entry, at, entries.length, options, remarks))
    return { ok: true, nodes, remarks }
  } catch (error) {
    if (error instanceof ImportError) return { ok: false, reason: error.fault }
    throw error
  }
}

/** Why these nodes cannot be one project; null: they can. */
export function findImportStructureFault(nodes: readonly InterchangeNode[]): ImportFault | null {
  try {
    assertStructure(nodes)
    return null
  } catch (error) {
    if (error instanceof ImportError) return error.fault
    throw error
  }
}

/** Whether a value says that it is one of ours. */
export const isEspalierValue = (value: unknown): value is JsonRecord =>
  isRecord(value) && value['format'] === espalierFormat

function readProjectValue(value: unknown, options: ReadOptions): ImportResult & { ok: true } {
  if (!isRecord(value) || value['format'] !== espalierFormat) {
    throw new ImportError('broken', `it does not say "format": "${espalierFormat}"`)
  }
  const { version, project, nodes: list } = value
  if (version !== espalierVersion) {
    throw new ImportError('unknown-version', `version ${JSON.stringify(version) ?? 'missing'}, not ${espalierVersion}`)
  }
  if (!isRecord(project)) throw new ImportError('broken', '"project" is missing')
  if (!Array.isArray(list)) throw new ImportError('broken', '"nodes" is not a list')
  if (list.length > limits.files.nodes) throw new ImportError('too-many-nodes')
  const remarks: string[] = []
  const nodes = list.map((entry: unknown, index) => readEspalierNode(entry, index, list.length, options, remarks))
  assertStructure(nodes)
  return { ok: true, value: { ...readHeader(project, options), nodes }, remarks }
}

function readHeader(project: JsonRecord, options: ReadOptions): Omit<InterchangeProject, 'nodes'> {
  const { title, body = '', layout } = project
  if (typeof title !== 'string') throw new ImportError('broken', 'project.title is not a text')
  if (typeof body !== 'string') throw new ImportError('broken', 'project.body is not a text')
  return {
    title: cleanOneLine(title) || untitledProject,
    body: (options.clean ?? cleanHtml)(body),
    ...(typeof layout === 'string' && isLayout(layout) && { layout }),
  }
}

function assertStructure(nodes: readonly InterchangeNode[]): void {
  const parents = new Map<NodeId, readonly NodeId[]>()
  for (const { id, parentIds } of nodes) {
    if (parents.has(id)) throw new ImportError('duplicate-id', id)
    parents.set(id, parentIds)
  }
  for (const { id, parentIds } of nodes) {
    const missing = parentIds.find((parentId) => !parents.has(parentId))
    if (missing !== undefined) throw new ImportError('unknown-parent', `${id} under ${missing}`)
    if (new Set(parentIds).size !== parentIds.length) throw new ImportError('broken', `${id} names a parent twice`)
    if (parentIds.includes(id)) throw new ImportError('cycle', `${id} under itself`)
  }
  const chains = measureChains(parents.keys(), (id) => parents.get(id) ?? [])
  if (chains.hasCycle) throw new ImportError('cycle', 'a node stands above itself')
  for (const length of chains.lengths.values()) if (length > limits.chainNodes) throw new ImportError('too-deep')
}

/** One entry of the list of nodes. What is missing takes its default; what is wrong is named. */
function readEspalierNode(
  entry: unknown,
  index: number,
  count: number,
  options: ReadOptions,
  remarks: string[],
): InterchangeNode {
  const at = `nodes[${index}]`
  if (!isRecord(entry)) throw new ImportError('broken', `${at} is not an object`)
  const { id, projectLink } = entry
  if (typeof id !== 'string' || id === '') throw new ImportError('broken', `${at}.id is not a text`)
  const { title, body } = readTexts(entry, at)
  const { clean = cleanHtml } = options
  const transitions = readTransitions(entry['transitions'], at)
  const isKept = transitions !== undefined && areTransitionsContinuous(transitions)
  if (transitions !== undefined && !isKept) remarks.push(`The history of ${id} has gaps and was left out.`)
  return {
    id,
    parentIds: readParentIds(entry['parentIds'], at),
    ...checkTextLengths(clean(title), clean(body)),
    status: readStatus(entry['status'], at),
    position: readPosition(entry['position'], index, count, at),
    hideChildren: entry['hideChildren'] === true,
    ...readBackgroundColor(entry['backgroundColor'], at),
    ...(typeof projectLink === 'string' && projectLink !== '' && { projectLink }),
    ...(isKept && { transitions }),
  }
}

function readTexts(entry: JsonRecord, at: string): { title: string; body: string } {
  const { title, body = '' } = entry
  if (typeof title !== 'string') throw new ImportError('broken', `${at}.title is not a text`)
  if (typeof body !== 'string') throw new ImportError('broken', `${at}.body is not a text`)
  return { title, body }
}

const isIdList = (list: unknown): list is readonly NodeId[] =>
  Array.isArray(list) && list.every((id) => typeof id === 'string')

function readParentIds(value: unknown, at: string): readonly NodeId[] {
  const ids: unknown = value ?? []
  if (!isIdList(ids)) throw new ImportError('broken', `${at}.parentIds is not a list of ids`)
  return ids
}

function readStatus(value: unknown, at: string): NodeStatus {
  const status = value ?? 'todo'
  if (!isNodeStatus(status)) throw new ImportError('broken', `${at}.status is unknown`)
  return status
}

/** Without a position a node stands where the list has it. */
function readPosition(value: unknown, index: number, count: number, at: string): number {
  if (value == null) return (limits.position.max * (index + 1)) / (count + 1)
  if (typeof value !== 'number' || !isPosition(value)) throw new ImportError('broken', `${at}.position is out of range`)
  return value
}

function readBackgroundColor(value: unknown, at: string): { backgroundColor?: string } {
  if (value == null) return {}
  if (typeof value !== 'string' || !isHexColor(value))
    throw new ImportError('broken', `${at}.backgroundColor is no colour`)
  return { backgroundColor: value }
}

function readTransitions(value: unknown, at: string): readonly Transition[] | undefined {
  if (value == null) return undefined
  if (!Array.isArray(value)) throw new ImportError('broken', `${at}.transitions is not a list`)
  return value.map((entry: unknown) => {
    if (!isRecord(entry)) throw new ImportError('broken', `${at}.transitions holds something else`)
    const { dt, from, to } = entry
    const [left, right] = [
      transitionStates.find((state) => state === from),
      transitionStates.find((state) => state === to),
    ]
    if (typeof dt !== 'number' || !Number.isFinite(dt) || left === undefined || right === undefined) {
      throw new ImportError('broken', `${at}.transitions holds something else`)
    }
    return { dt, from: left, to: right }
  })
}
