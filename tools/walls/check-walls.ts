import type { SourceFile } from './imports.ts'
import { forbiddenWords, mostLines, unlimited, walls } from './rules.ts'

export function brokenWalls(files: readonly SourceFile[]): string[] {
  return [
    ...files.flatMap(forbiddenImports),
    ...files.flatMap(forbiddenWordsIn),
    ...strayIndexes(files),
    ...files.flatMap(tooLong),
    ...cycles(files),
  ]
}

function forbiddenImports(file: SourceFile): string[] {
  return walls
    .filter((wall) => wall.inside.test(file.path))
    .flatMap((wall) =>
      file.imports
        .filter((target) => wall.forbids(target, file.path))
        .map((target) => `${file.path} imports ${target}: ${wall.name}`),
    )
}

function forbiddenWordsIn(file: SourceFile): string[] {
  return forbiddenWords
    .filter((rule) => rule.inside.test(file.path))
    .flatMap((rule) => {
      const found = rule.words.exec(withoutComments(file.code))
      return found ? [`${file.path} says ${found[0]}: ${rule.name}`] : []
    })
}

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

const doors = [
  /^(packages|apps)\/[^/]+\/src\/index\.ts$/,
  /^(packages|apps)\/[^/]+\/src\/testing\/index\.ts$/,
  /^apps\/(server|web)\/src\/features\/[^/]+\/index\.tsx?$/,
  /^apps\/server\/src\/adapters\/[^/]+\/index\.ts$/,
  /^apps\/web\/src\/(data|actions)\/([^/]+\/)?index\.ts$/,
]

const strayIndexes = (files: readonly SourceFile[]) =>
  files
    .filter((file) => /(^|\/)index\.tsx?$/.test(file.path) && !doors.some((door) => door.test(file.path)))
    .map((file) => `${file.path}: one index.ts a package or feature, none inside`)

function tooLong({ path, code }: SourceFile): string[] {
  const lines = code.trimEnd().split('\n').length
  return lines > mostLines && !unlimited.test(path) ? [`${path} has ${lines} lines: at most ${mostLines}`] : []
}

/** Tarjan's strongly connected components; each knot of two or more files is told once. */
function cycles(files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const knots: string[] = []
  const visit = (path: string): number => {
    const mine = order.size
    order.set(path, mine)
    low.set(path, mine)
    open.push(path)
    for (const target of byPath.get(path)?.imports ?? []) {
      if (!byPath.has(target)) continue
      if (!order.has(target)) low.set(path, Math.min(low.get(path) ?? mine, visit(target)))
      else if (open.includes(target)) low.set(path, Math.min(low.get(path) ?? mine, order.get(target) ?? mine))
    }
    if (low.get(path) === mine) {
      const knot = open.splice(open.indexOf(path))
      const isSelf = byPath.get(path)?.imports.includes(path) ?? false
      if (knot.length > 1 || isSelf) knots.push(`import cycle: ${knot.join(' -> ')}`)
    }
    return low.get(path) ?? mine
  }
  for (const file of files) if (!order.has(file.path)) visit(file.path)
  return knots
}
