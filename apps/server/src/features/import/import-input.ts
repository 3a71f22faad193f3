import { setImmediate } from 'node:timers/promises'

import { defaultLayout, limits } from '@espalier/domain'
import { faultOf, type ImportFaultCode, type InterchangeNode, readEspalierEntries } from '@espalier/interchange'
import { z } from 'zod'

import type { StagedImport } from '../../database/imports.ts'
import { sanitiseRichText, sanitiseText } from '../../rich-text/sanitise.ts'
import { ApiError } from '../../transport/api-error.ts'
import { isStoredId, readBody, readLayout, textLimits } from '../projects/index.ts'

export const refused = (code: ImportFaultCode, where?: string): ApiError =>
  new ApiError('BAD_USER_INPUT', faultOf(code, where).text, { field: 'file' })

const id = z.string().refine(isStoredId).toLowerCase().nullish()
const beginning = z.object({
  title: z.string(),
  body: z.string().default(''),
  layout: z.string().optional(),
  projectId: id,
  parentId: id,
  nodeCount: z.int().min(0),
})

const untitled = 'Imported project'

/** What is said of a file before its nodes are sent. */
export function readBeginning(given: unknown): Omit<StagedImport, 'id' | 'userId'> {
  const read = beginning.safeParse(given)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new ApiError('BAD_USER_INPUT', 'The import is not described as it should be', {
      field: issue?.path.join('.') ?? '',
    })
  }
  const { title, body, layout, projectId = null, parentId = null, nodeCount } = read.data
  if (nodeCount > limits.files.nodes) throw refused('too-many-nodes')
  const short = Array.from(title.trim())
    .slice(0, textLimits.projectTitle / 2)
    .join('')
  return {
    projectId,
    parentId,
    nodeCount,
    header: {
      title: sanitiseText(short).trim() || untitled,
      body: readBody(body),
      layout: readLayout(layout ?? defaultLayout),
    },
  }
}

const entriesAtOnce = 50

/** The nodes of one part, every text through the gate. A few at a time: others are served in between. */
export async function readPartNodes(given: unknown): Promise<readonly InterchangeNode[]> {
  const entries = typeof given === 'object' && given !== null && 'nodes' in given ? given.nodes : undefined
  if (!Array.isArray(entries)) throw refused('broken', '"nodes" is not a list')
  const nodes: InterchangeNode[] = []
  for (let at = 0; at < entries.length; at += entriesAtOnce) {
    const read = readEspalierEntries(entries.slice(at, at + entriesAtOnce), { sanitise: sanitiseRichText })
    if (!read.ok) throw new ApiError('BAD_USER_INPUT', read.reason.text, { field: 'file' })
    nodes.push(...read.nodes)
    await setImmediate()
  }
  return nodes
}
