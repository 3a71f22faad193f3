import type { FileDefinitions, InterchangeProject } from '../model/project.ts'
import { readDefinitions } from '../model/definitions.ts'
import { ImportError } from '../model/import-fault.ts'
import { isRecord, parseJson } from '../model/json.ts'

/** Writes the lists that nodes refer to by name, for formats that have a place where other programs ignore it. */
export function writeFileLists(project: InterchangeProject): string | undefined {
  const { tags = [], stages = [], fieldDefinitions = [], estimateUnit } = project
  const lists = {
    ...(tags.length > 0 && { tags }),
    ...(stages.length > 0 && { stages }),
    ...(fieldDefinitions.length > 0 && { fieldDefinitions }),
    ...(estimateUnit !== undefined && { estimateUnit }),
  }
  return Object.keys(lists).length === 0 ? undefined : JSON.stringify(lists)
}

/** Lists that cannot be read are missing: the nodes still name their tags, stages and fields. */
export function readFileLists(text: string | undefined): FileDefinitions {
  if (text === undefined || text === '') return {}
  try {
    const lists = parseJson(text)
    return isRecord(lists) ? readDefinitions(lists) : {}
  } catch (error) {
    if (error instanceof ImportError) return {}
    throw error
  }
}
