import { setImmediate } from 'node:timers/promises'

import { cleanLine, defaultLayout, limits } from '@espalier/domain'
import { faultOf, type ImportFaultCode, type InterchangeNode, readEspalierEntries } from '@espalier/interchange'
import { z } from 'zod'

import type { StagedImport } from '../../database/imports.ts'
import { importedTexts, prepareImportedTexts } from '../../rich-text/sanitize-input.ts'
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
export async function readBeginning(given: unknown): Promise<Omit<StagedImport, 'id' | 'userId'>> {
  const read = beginning.safeParse(given)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new ApiError('BAD_USER_INPUT', 'The import is not described as it should be', {
      field: issue?.path.join('.') ?? '',
    })
  }
  const { title, body, layout, projectId = null, parentId = null, nodeCount } = read.data
  if (nodeCount > limits.files.nodes) throw refused('too-many-nodes')
  const short = Array.from(cleanLine(title.slice(0, limits.paste.titleCharacters)))
    .slice(0, textLimits.projectTitle / 2)
    .join('')
  return {
    projectId,
    parentId,
    nodeCount,
    header: {
      title: short.trim() || untitled,
      body: await readBody(body),
      layout: readLayout(layout ?? defaultLayout),
    },
  }
}

const entriesAtOnce = 50

/** The nodes of one part. Their texts are cleaned in a worker, and they are read a few at a time: others are served in between. */
export async function readPartNodes(given: unknown): Promise<readonly InterchangeNode[]> {
  const entries = typeof given === 'object' && given !== null && 'nodes' in given ? given.nodes : undefined
  if (!Array.isArray(entries)) throw refused('broken', '"nodes" is not a list')
  for (const text of importedTexts(entries)) {
    if (text.length > limits.paste.bodyCharacters) throw refused('text-too-long', text)
  }
  const clean = await prepareImportedTexts(importedTexts(entries), 'file')
  const nodes: InterchangeNode[] = []
  for (let at = 0; at < entries.length; at += entriesAtOnce) {
    const read = readEspalierEntries(entries.slice(at, at + entriesAtOnce), { clean })
    if (!read.ok) throw new ApiError('BAD_USER_INPUT', read.reason.text, { field: 'file' })
    nodes.push(...read.nodes)
    await setImmediate()
  }
  return nodes
}
