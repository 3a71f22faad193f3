import {
  buildFileGraph,
  buildFolderGraph,
  countLines,
  findCycles,
  findLonelyFiles,
  isProductSource,
} from './import-graph.ts'
import type { SourceFile } from './imports.ts'
import { findJsxTexts } from './jsx-texts.ts'
import {
  forbiddenNameExceptions,
  forbiddenNames,
  forbiddenWords,
  jsxTextExceptions,
  lonelyExceptions,
  mostLines,
  shortLines,
  unlimited,
  walls,
} from './rules.ts'

export function brokenWalls(files: readonly SourceFile[]): string[] {
  return [
    ...files.flatMap(forbiddenImports),
    ...files.flatMap(forbiddenWordsIn),
    ...files.flatMap(forbiddenNamesIn),
    ...files.flatMap(textsInComponents),
    ...strayIndexes(files),
    ...files.flatMap(tooLong),
    ...fileCycles(files),
    ...folderCycles(files),
    ...lonelyFiles(files),
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

const exportedName = /^export (?:async )?(?:function\*?|const|class|interface|type|enum) (\w+)/gm
// A projection takes one argument; with two it needs a verb that says what is done.
const projectionOfTwo =
  /^export (?:async )?(?:function (\w+Of)(?:<[^>]*>)?\(|const (\w+Of) = (?:async )?(?:<[^>]*>)?\()\w+[^()]*,\s*\w+/gm

function forbiddenNamesIn({ path, code }: SourceFile): string[] {
  if (/\/generated\/|\.(?:test|spec)\.tsx?$/.test(path)) return []
  const odd = [...code.matchAll(exportedName)].map(([, name = '']) => name).filter((name) => forbiddenNames.test(name))
  const projections = [...code.matchAll(projectionOfTwo)].map(([, one, other]) => one ?? other ?? '')
  return [...odd, ...projections]
    .filter((name) => !forbiddenNameExceptions.some((exception) => exception.name === name))
    .map((name) => `${path} exports ${name}: use the word that an engineer would search for`)
}

const component = /^apps\/web\/src\/(?!(?:.*\/)?testing\/)(?!.*\.test\.tsx$).*\.tsx$/

function textsInComponents({ path, code }: SourceFile): string[] {
  if (!component.test(path)) return []
  return findJsxTexts(path, code)
    .filter(({ text }) => !jsxTextExceptions.some((exception) => exception.text.test(text)))
    .map(({ line, text }) => `${path}:${line} shows "${text}": texts belong in apps/web/src/texts`)
}

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

const allowedIndexes = [
  /^(packages|apps)\/[^/]+\/src\/index\.ts$/,
  /^(packages|apps)\/[^/]+\/src\/testing\/index\.ts$/,
  /^apps\/server\/src\/features\/[^/]+\/index\.ts$/,
  /^apps\/server\/src\/adapters\/[^/]+\/index\.ts$/,
]

const strayIndexes = (files: readonly SourceFile[]) =>
  files
    .filter(
      (file) => /(^|\/)index\.tsx?$/.test(file.path) && !allowedIndexes.some((allowed) => allowed.test(file.path)),
    )
    .map((file) => `${file.path}: one index.ts a package or feature, none inside`)

function tooLong({ path, code }: SourceFile): string[] {
  const lines = countLines(code)
  return lines > mostLines && !unlimited.test(path) ? [`${path} has ${lines} lines: at most ${mostLines}`] : []
}

const fileCycles = (files: readonly SourceFile[]): string[] =>
  findCycles(buildFileGraph(files)).map((cycle) => `import cycle: ${cycle.join(' -> ')}`)

// Tests may import across folders in the other direction, because no product code depends on them.
const folderCycles = (files: readonly SourceFile[]): string[] =>
  findCycles(buildFolderGraph(files.filter(({ path }) => isProductSource(path)))).map(
    (cycle) => `folder cycle: ${cycle.join(' -> ')}`,
  )

// An index.ts only lists what others may use, so a file that only it imports has more users than one.
const lonelyFiles = (files: readonly SourceFile[]): string[] =>
  findLonelyFiles(
    files.filter(({ path }) => isProductSource(path)),
    shortLines,
  )
    .filter(({ importer }) => !importer.endsWith('/index.ts'))
    .filter(({ file }) => !lonelyExceptions.some((exception) => exception.files.test(file.path)))
    .map(({ file }) => `${file.path} has under ${shortLines} lines and one importer beside it: merge the two`)
