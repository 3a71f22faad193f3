import {
  areTransitionsContinuous,
  exchangeLimits,
  isLayout,
  limits,
  measureChainsInSteps,
  nodeFields,
  type NodeId,
  nodesPerStep,
  runSteps,
  type Steps,
} from '@espalier/domain'
import { cleanHtml } from '../markup/html-text.ts'
import { readDefinitions } from '../model/definitions.ts'
import { decodeText } from '../model/file-content.ts'
import { ImportError, type ImportFault, type ImportResult, toImportResult } from '../model/import-fault.ts'
import { importDetailTexts, importRemarkTexts } from '../model/import-texts.ts'
import { isRecord, type JsonRecord, parseJson, refuseUnsafeKeys } from '../model/json.ts'
import type { InterchangeNode, InterchangeProject, ReadOptions } from '../model/project.ts'
import { cleanOneLine } from '../model/text.ts'
import { checkTextLengths, untitledProject } from './draft-node.ts'
import { EntryCleaner } from './espalier-entries.ts'

const espalierFormat = 'espalier'
const espalierVersion = 1

/** Writes everything without loss. People are named too, because another project knows them by other ids. */
export function writeEspalierJson({ nodes, ...project }: InterchangeProject): string {
  return `${JSON.stringify({ format: espalierFormat, version: espalierVersion, project, nodes }, null, 1)}\n`
}

export const readEspalierJson = (given: Uint8Array | string, options: ReadOptions = {}): ImportResult =>
  toImportResult(() => readProjectValue(parseJson(decodeText(given)), options))

/** Does the same for a parsed value, as the form's JSON field passes it. */
export const readEspalierValue = (value: unknown, options: ReadOptions = {}): ImportResult =>
  toImportResult(() => {
    refuseUnsafeKeys(value)
    return readProjectValue(value, options)
  })

type EntriesResult =
  | { readonly ok: true; readonly nodes: readonly InterchangeNode[]; readonly remarks: readonly string[] }
  | { readonly ok: false; readonly reason: ImportFault }

/** Reads a part of the list of nodes, as it is uploaded; the structure is checked once all parts are there. */
export function readEspalierEntries(entries: unknown, options: ReadOptions = {}): EntriesResult {
  try {
    if (!Array.isArray(entries)) throw new ImportError('broken', importDetailTexts.notList('"nodes"'))
    refuseUnsafeKeys(entries)
    const remarks: string[] = []
    const nodes = entries.map((entry: unknown, at) => readEspalierNode(entry, at, entries.length, options, remarks))
    return { ok: true, nodes, remarks }
  } catch (error) {
    if (error instanceof ImportError) return { ok: false, reason: error.fault }
    throw error
  }
}

/** Returns, in steps, why these nodes cannot be one project; null: they can. */
export function* findImportStructureFault(nodes: readonly InterchangeNode[]): Steps<ImportFault | null> {
  try {
    yield* assertStructure(nodes)
    return null
  } catch (error) {
    if (error instanceof ImportError) return error.fault
    throw error
  }
}

/** Tells whether a value claims to be our format. */
export const isEspalierValue = (value: unknown): value is JsonRecord =>
  isRecord(value) && value['format'] === espalierFormat

function readProjectValue(value: unknown, options: ReadOptions): ImportResult & { ok: true } {
  if (!isRecord(value) || value['format'] !== espalierFormat) {
    throw new ImportError('broken', importDetailTexts.formatMissing(espalierFormat))
  }
  const { version, project, nodes: list } = value
  if (version !== espalierVersion) {
    const found: string | undefined = JSON.stringify(version)
    const where =
      found === undefined
        ? importDetailTexts.versionMissing(espalierVersion)
        : importDetailTexts.wrongVersion(found, espalierVersion)
    throw new ImportError('unknown-version', where)
  }
  if (!isRecord(project)) throw new ImportError('broken', importDetailTexts.missing('"project"'))
  if (!Array.isArray(list)) throw new ImportError('broken', importDetailTexts.notList('"nodes"'))
  if (list.length > exchangeLimits.files.nodes) throw new ImportError('too-many-nodes')
  const remarks: string[] = []
  const header = readHeader(project, options)
  const entries = options.dropsBadValues === true ? new EntryCleaner(header, project, options) : null
  const nodes = list.map((entry: unknown, index) =>
    readEspalierNode(entries?.clean(entry) ?? entry, index, list.length, options, remarks),
  )
  runSteps(assertStructure(nodes))
  return { ok: true, value: { ...header, nodes }, remarks: [...(entries?.listRemarks() ?? []), ...remarks] }
}

function readHeader(project: JsonRecord, options: ReadOptions): Omit<InterchangeProject, 'nodes'> {
  const { title, body = '', layout } = project
  if (typeof title !== 'string') throw new ImportError('broken', importDetailTexts.notText('project.title'))
  if (typeof body !== 'string') throw new ImportError('broken', importDetailTexts.notText('project.body'))
  return {
    title: cleanOneLine(title) || untitledProject,
    body: (options.clean ?? cleanHtml)(body),
    ...(typeof layout === 'string' && isLayout(layout) && { layout }),
    ...readDefinitions(project),
  }
}

function* assertStructure(nodes: readonly InterchangeNode[]): Steps<void> {
  const parents = new Map<NodeId, readonly NodeId[]>()
  for (const { id, parentIds } of nodes) {
    if (parents.has(id)) throw new ImportError('duplicate-id', id)
    parents.set(id, parentIds)
    if (parents.size % nodesPerStep === 0) yield
  }
  for (const [at, { id, parentIds }] of nodes.entries()) {
    if (at % nodesPerStep === 0) yield
    const missing = parentIds.find((parentId) => !parents.has(parentId))
    if (missing !== undefined) throw new ImportError('unknown-parent', importDetailTexts.under(id, missing))
    if (new Set(parentIds).size !== parentIds.length) throw new ImportError('broken', importDetailTexts.parentTwice(id))
    if (parentIds.includes(id)) throw new ImportError('cycle', importDetailTexts.underItself(id))
  }
  const chains = yield* measureChainsInSteps(parents.keys(), (id) => parents.get(id) ?? [])
  if (chains.hasCycle) throw new ImportError('cycle', importDetailTexts.ownAncestor)
  for (const length of chains.lengths.values()) if (length > limits.chainNodes) throw new ImportError('too-deep')
}

/** Reads one entry of the list of nodes. Missing values get their default; wrong ones are named. */
function readEspalierNode(
  entry: unknown,
  index: number,
  count: number,
  options: ReadOptions,
  remarks: string[],
): InterchangeNode {
  const at = `nodes[${index}]`
  if (!isRecord(entry)) throw new ImportError('broken', importDetailTexts.notObject(at))
  const { id, body = '' } = entry
  if (typeof id !== 'string' || id === '') throw new ImportError('broken', importDetailTexts.notText(`${at}.id`))
  const read = readFields({ ...entry, body }, at)
  const { title, transitions } = read
  if (title === undefined) throw new ImportError('broken', importDetailTexts.notText(`${at}.title`))
  const { clean = cleanHtml } = options
  const isKept = transitions !== undefined && areTransitionsContinuous(transitions)
  if (transitions !== undefined && !isKept) remarks.push(importRemarkTexts.historyLeftOut(id))
  const { transitions: _history, ...own } = read
  return {
    parentIds: [],
    status: 'todo',
    // Without a position a node stands where the list has it.
    position: (limits.position.max * (index + 1)) / (count + 1),
    hideChildren: false,
    ...own,
    id,
    ...checkTextLengths(clean(title), clean(read.body ?? '')),
    ...(isKept && { transitions }),
  }
}

const readableFields = nodeFields.inFiles.filter(({ name }) => name !== 'id')

/**
 * Returns the fields that an entry names. A wrong value is refused, or ignored if the field table has no message for
 * it.
 */
function readFields(entry: JsonRecord, at: string): Partial<InterchangeNode> {
  const read: Record<string, unknown> = {}
  for (const field of readableFields) {
    const { name, parse, parseImported = parse } = field
    const value = Object.hasOwn(entry, name) ? entry[name] : undefined
    if (value === null || value === undefined) continue
    const parsed = parseImported(value)
    if (parsed !== undefined) read[name] = parsed
    else if (field.importFault !== undefined) throw new ImportError('broken', field.importFault(`${at}.${name}`))
  }
  return read
}
