/** Counts that say how plain the names and comments of the code are. Regular expressions: good for comparing, not proofs. */
export interface LanguageFigures {
  readonly functions: number
  /** Functions named xOf, with their files. */
  readonly projections: readonly string[]
  readonly comments: number
  /** Comments that begin with What, Who, Those, Of or Where instead of a subject. */
  readonly fragments: readonly string[]
  readonly archaic: readonly string[]
  /** Exported names that more than two files define. */
  readonly repeatedExports: readonly string[]
}

interface CodeFile {
  readonly path: string
  readonly code: string
}

const functionPatterns = [
  /\bfunction\*?\s+(\w+)\s*[<(]/g,
  /\bconst\s+(\w+)\s*(?::[^=\n]+)?=\s*(?:async\s*)?(?:<[^>]*>)?\([^()]*\)(?::[^=\n]+)?\s*=>/g,
  /\bconst\s+(\w+)\s*=\s*(?:async\s+)?\w+\s*=>/g,
]
const commentPattern = /\/\*\*?([\s\S]*?)\*\/|(?<![:'"`\w])\/\/(.*)/g
const exportPattern = /^export (?:async )?(?:function|const|class|interface|type|enum) (\w+)/gm
const archaicPattern = /\b(?:whoever|anew|hangs? from|(?:is|are|was) told|so many|though there be|knows no)\b/i
const isTestFile = (path: string): boolean => /\.(?:test|spec)\.tsx?$/.test(path)

export function measureLanguage(files: readonly CodeFile[]): LanguageFigures {
  let functions = 0
  let comments = 0
  const projections: string[] = []
  const fragments: string[] = []
  const archaic: string[] = []
  const definedIn = new Map<string, Set<string>>()
  for (const { path, code } of files) {
    for (const [, name = ''] of functionPatterns.flatMap((pattern) => [...code.matchAll(pattern)])) {
      functions += 1
      if (/[a-z]Of$/.test(name)) projections.push(`${path} ${name}`)
    }
    for (const [, block, line] of code.matchAll(commentPattern)) {
      const text = (block ?? line ?? '').replaceAll(/^[\s*]+|\s+$/g, '')
      if (text === '') continue
      comments += 1
      if (/^(?:What|Who|Whoever|Those|Of|Where)\b/.test(text)) fragments.push(`${path} ${text.slice(0, 60)}`)
      if (archaicPattern.test(text)) archaic.push(`${path} ${text.slice(0, 60)}`)
    }
    if (isTestFile(path)) continue
    for (const [, name = ''] of code.matchAll(exportPattern)) {
      definedIn.set(name, (definedIn.get(name) ?? new Set()).add(path))
    }
  }
  const repeatedExports = [...definedIn].filter(([, paths]) => paths.size > 2).map(([name]) => name)
  return { functions, projections, comments, fragments, archaic, repeatedExports }
}
