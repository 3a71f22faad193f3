import { setImmediate } from 'node:timers/promises'

import { cleanLine, defaultLayout, exchangeLimits } from '@espalier/domain'
import {
  createImportFault,
  type ImportFaultCode,
  type InterchangeNode,
  readDefinitions,
  readEspalierEntries,
} from '@espalier/interchange'
import { z } from 'zod'

import type { StagedImport } from './store.ts'
import { importedTexts, prepareImportedTexts } from '../../security/sanitize-input.ts'
import { ApiError } from '../../api/errors.ts'
import { isStoredId, sanitizeBody, readLayout, textLimits } from '../projects/index.ts'
import { projectErrorTexts } from '../../texts/projects.ts'

export const importFileError = (code: ImportFaultCode, where?: string): ApiError =>
  new ApiError('BAD_USER_INPUT', createImportFault(code, where).text, { field: 'file' })

const uuidShape = z.string().refine(isStoredId).toLowerCase().nullish()
const importStartShape = z.object({
  title: z.string(),
  body: z.string().default(''),
  layout: z.string().optional(),
  projectId: uuidShape,
  parentId: uuidShape,
  nodeCount: z.int().min(0),
  /** The lists that the nodes refer to, as in our own format. */
  tags: z.unknown().optional(),
  stages: z.unknown().optional(),
  fieldDefinitions: z.unknown().optional(),
  estimateUnit: z.unknown().optional(),
})

/** Reads the announcement of a file, which precedes its nodes. */
export async function readImportStart(given: unknown): Promise<Omit<StagedImport, 'id' | 'userId'>> {
  const read = importStartShape.safeParse(given)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new ApiError('BAD_USER_INPUT', projectErrorTexts.importing.badDescription, {
      field: issue?.path.join('.') ?? '',
    })
  }
  const { title, body, layout, projectId = null, parentId = null, nodeCount } = read.data
  if (nodeCount > exchangeLimits.files.nodes) throw importFileError('too-many-nodes')
  const short = Array.from(cleanLine(title.slice(0, exchangeLimits.paste.titleCharacters)))
    .slice(0, textLimits.projectTitle / 2)
    .join('')
  return {
    projectId,
    parentId,
    nodeCount,
    header: {
      title: short.trim() || projectErrorTexts.importing.defaultTitle,
      body: await sanitizeBody(body),
      layout: readLayout(layout ?? defaultLayout),
      definitions: readDefinitions(read.data),
    },
  }
}

const entriesPerBatch = 50

/**
 * Reads the nodes of one part. A worker sanitizes their texts, a few at a time, so that others are served in between.
 */
export async function readImportPartNodes(given: unknown): Promise<readonly InterchangeNode[]> {
  const entries = typeof given === 'object' && given !== null && 'nodes' in given ? given.nodes : undefined
  if (!Array.isArray(entries)) throw importFileError('broken', projectErrorTexts.importing.nodesNotList)
  for (const text of importedTexts(entries)) {
    if (text.length > exchangeLimits.paste.bodyCharacters) throw importFileError('text-too-long', text)
  }
  const clean = await prepareImportedTexts(importedTexts(entries), 'file')
  const nodes: InterchangeNode[] = []
  for (let at = 0; at < entries.length; at += entriesPerBatch) {
    const read = readEspalierEntries(entries.slice(at, at + entriesPerBatch), { clean })
    if (!read.ok) throw new ApiError('BAD_USER_INPUT', read.reason.text, { field: 'file' })
    nodes.push(...read.nodes)
    await setImmediate()
  }
  return nodes
}
