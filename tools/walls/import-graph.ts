import { posix } from 'node:path'
import type { SourceFile } from './imports.ts'

export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

export const isTestFile = (path: string): boolean =>
  /\.(test|spec|contract|fixture)\.tsx?$/.test(path) || /\/(testing|fixtures)\//.test(path)

/** Matches the product's handwritten files: no tests, no generated files, no configuration. */
export const isProductSource = (path: string): boolean =>
  /^(apps|packages|stand-ins)\//.test(path) && !isTestFile(path) && !path.includes('/generated/')

/** Returns which of the given files each of them imports. */
export function buildFileGraph(files: readonly SourceFile[]): ImportGraph {
  const paths = new Set(files.map(({ path }) => path))
  return new Map(files.map(({ path, imports }) => [path, new Set(imports.filter((target) => paths.has(target)))]))
}

/** Returns which folders each folder imports from. A folder consists of the files directly in it. */
export function buildFolderGraph(files: readonly SourceFile[]): ImportGraph {
  const graph = new Map<string, Set<string>>()
  for (const [path, targets] of buildFileGraph(files)) {
    const folder = posix.dirname(path)
    const known = graph.get(folder) ?? new Set()
    graph.set(folder, known)
    for (const target of targets) if (posix.dirname(target) !== folder) known.add(posix.dirname(target))
  }
  return graph
}

/** Returns Tarjan's strongly connected components of two or more members, and members that import themselves. */
export function findCycles(graph: ImportGraph): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const cycles: string[][] = []
  const visit = (name: string): number => {
    const mine = order.size
    order.set(name, mine)
    low.set(name, mine)
    open.push(name)
    for (const target of graph.get(name) ?? []) {
      if (!graph.has(target)) continue
      if (!order.has(target)) low.set(name, Math.min(low.get(name) ?? mine, visit(target)))
      else if (open.includes(target)) low.set(name, Math.min(low.get(name) ?? mine, order.get(target) ?? mine))
    }
    if (low.get(name) === mine) {
      const cycle = open.splice(open.indexOf(name))
      if (cycle.length > 1 || graph.get(name)?.has(name)) cycles.push(cycle)
    }
    return low.get(name) ?? mine
  }
  for (const name of graph.keys()) if (!order.has(name)) visit(name)
  return cycles
}

export const countLines = (code: string): number => code.trimEnd().split('\n').length

export interface LonelyFile {
  readonly file: SourceFile
  readonly importer: string
}

/** Returns short files that exactly one file in the same folder imports: they may belong in their importer. */
export function findLonelyFiles(files: readonly SourceFile[], below: number): LonelyFile[] {
  const importers = new Map<string, string[]>()
  for (const [path, targets] of buildFileGraph(files)) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), path])
  }
  return files.flatMap((file) => {
    const [importer, ...others] = importers.get(file.path) ?? []
    if (importer === undefined || others.length > 0) return []
    if (posix.dirname(importer) !== posix.dirname(file.path) || countLines(file.code) >= below) return []
    return [{ file, importer }]
  })
}
