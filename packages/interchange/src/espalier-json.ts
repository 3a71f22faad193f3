import { isLayout, limits, measureChains, type NodeId } from '@espalier/domain'
import { decodeText } from './decode-text.ts'
import { readNode } from './espalier-node.ts'
import { type ImportFault, type ImportResult, reading, Refused } from './fault.ts'
import { cleanHtml } from './html/clean-html.ts'
import { isRecord, type JsonRecord, parseJson, refuseUnsafeKeys } from './json-text.ts'
import type { InterchangeNode, InterchangeProject, ReadOptions } from './model.ts'
import { oneLine } from './storable.ts'
import { untitled } from './sprout.ts'

const espalierFormat = 'espalier'
const espalierVersion = 1

/** Everything, letter by letter. */
export function writeEspalierJson({ nodes, ...project }: InterchangeProject): string {
  return `${JSON.stringify({ format: espalierFormat, version: espalierVersion, project, nodes }, null, 1)}\n`
}

export const readEspalierJson = (given: Uint8Array | string, options: ReadOptions = {}): ImportResult =>
  reading(() => projectIn(parseJson(decodeText(given)), options))

/** The same of a value that has been parsed, as the form's JSON field hands it over. */
export const readEspalierValue = (value: unknown, options: ReadOptions = {}): ImportResult =>
  reading(() => {
    refuseUnsafeKeys(value)
    return projectIn(value, options)
  })

export type EntriesResult =
  | { readonly ok: true; readonly nodes: readonly InterchangeNode[]; readonly remarks: readonly string[] }
  | { readonly ok: false; readonly reason: ImportFault }

/** Some of a list of nodes, as it is sent up in parts: how they hang together is asked once all are there. */
export function readEspalierEntries(entries: unknown, options: ReadOptions = {}): EntriesResult {
  try {
    if (!Array.isArray(entries)) throw new Refused('broken', '"nodes" is not a list')
    refuseUnsafeKeys(entries)
    const remarks: string[] = []
    const nodes = entries.map((entry: unknown, at) => readNode(entry, at, entries.length, options, remarks))
    return { ok: true, nodes, remarks }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.fault }
    throw error
  }
}

/** Why these nodes cannot be one project; null: they can. */
export function structureFaultOf(nodes: readonly InterchangeNode[]): ImportFault | null {
  try {
    refuseStructure(nodes)
    return null
  } catch (error) {
    if (error instanceof Refused) return error.fault
    throw error
  }
}

/** Whether a value says that it is one of ours. */
export const isEspalierValue = (value: unknown): value is JsonRecord =>
  isRecord(value) && value['format'] === espalierFormat

function projectIn(value: unknown, options: ReadOptions): ImportResult & { ok: true } {
  if (!isRecord(value) || value['format'] !== espalierFormat) {
    throw new Refused('broken', `it does not say "format": "${espalierFormat}"`)
  }
  const { version, project, nodes: list } = value
  if (version !== espalierVersion) {
    throw new Refused('unknown-version', `version ${JSON.stringify(version) ?? 'missing'}, not ${espalierVersion}`)
  }
  if (!isRecord(project)) throw new Refused('broken', '"project" is missing')
  if (!Array.isArray(list)) throw new Refused('broken', '"nodes" is not a list')
  if (list.length > limits.files.nodes) throw new Refused('too-many-nodes')
  const remarks: string[] = []
  const nodes = list.map((entry: unknown, index) => readNode(entry, index, list.length, options, remarks))
  refuseStructure(nodes)
  return { ok: true, value: { ...headerOf(project, options), nodes }, remarks }
}

function headerOf(project: JsonRecord, options: ReadOptions): Omit<InterchangeProject, 'nodes'> {
  const { title, body = '', layout } = project
  if (typeof title !== 'string') throw new Refused('broken', 'project.title is not a text')
  if (typeof body !== 'string') throw new Refused('broken', 'project.body is not a text')
  return {
    title: oneLine(title) || untitled,
    body: (options.clean ?? cleanHtml)(body),
    ...(typeof layout === 'string' && isLayout(layout) && { layout }),
  }
}

function refuseStructure(nodes: readonly InterchangeNode[]): void {
  const parents = new Map<NodeId, readonly NodeId[]>()
  for (const { id, parentIds } of nodes) {
    if (parents.has(id)) throw new Refused('duplicate-id', id)
    parents.set(id, parentIds)
  }
  for (const { id, parentIds } of nodes) {
    const missing = parentIds.find((parentId) => !parents.has(parentId))
    if (missing !== undefined) throw new Refused('unknown-parent', `${id} under ${missing}`)
    if (new Set(parentIds).size !== parentIds.length) throw new Refused('broken', `${id} names a parent twice`)
    if (parentIds.includes(id)) throw new Refused('cycle', `${id} under itself`)
  }
  const chains = measureChains(parents.keys(), (id) => parents.get(id) ?? [])
  if (chains.hasCycle) throw new Refused('cycle', 'a node stands above itself')
  for (const length of chains.lengths.values()) if (length > limits.chainNodes) throw new Refused('too-deep')
}
