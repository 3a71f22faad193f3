import { exchangeLimits } from '@espalier/domain'
import { type InterchangeNode, readProjectFile } from '@espalier/interchange'
import type { ReadFileResult } from './jobs.ts'

/** Reads a file into what is sent of it. */
export function readImportFile(name: string, bytes: Uint8Array): ReadFileResult {
  const read = readProjectFile(name, bytes)
  if (!read.ok) return { ok: false, text: read.reason.text }
  const { nodes, ...header } = read.value
  return { ok: true, file: { header, nodeCount: nodes.length, parts: splitIntoParts(nodes), remarks: read.remarks } }
}

/** Small ones: a large one would keep the server from everybody else, and would be sent again whole. */
export function splitIntoParts(nodes: readonly InterchangeNode[]): readonly string[] {
  const parts: string[] = []
  let some: string[] = []
  let characters = 0
  const close = (): void => {
    if (some.length > 0) parts.push(`{"nodes":[${some.join(',')}]}`)
    some = []
    characters = 0
  }
  for (const node of nodes) {
    const text = JSON.stringify(node)
    if (characters + text.length > exchangeLimits.part.characters) close()
    some.push(text)
    characters += text.length
    if (some.length === exchangeLimits.part.nodes) close()
  }
  close()
  return parts
}
