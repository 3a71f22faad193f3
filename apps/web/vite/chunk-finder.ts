import { join } from 'node:path'
import type { Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

/** Returns the chunk of a module and every chunk that it imports at once, those that are imported first. */
export type FindChunks = (module: string) => ReadonlySet<Chunk>

export function createChunkFinder(root: string, output: readonly (Chunk | Rolldown.OutputAsset)[]): FindChunks {
  const chunks = output.filter((one): one is Chunk => one.type === 'chunk')
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  // Several modules that are loaded on demand may share a chunk, which then has no module of its own.
  const byModule = new Map(
    chunks.flatMap((chunk) => [...chunk.moduleIds, chunk.facadeModuleId].map((module) => [module, chunk])),
  )
  return (module) => {
    const start = byModule.get(join(root, module))
    if (start === undefined) throw new Error(`The build has no chunk with ${module}: has a file moved?`)
    const found = new Set<Chunk>()
    const visited = new Set<Chunk>()
    const visit = (chunk: Chunk): void => {
      if (visited.has(chunk)) return
      visited.add(chunk)
      for (const file of chunk.imports) {
        const imported = byFile.get(file)
        if (imported !== undefined) visit(imported)
      }
      found.add(chunk)
    }
    visit(start)
    return found
  }
}
