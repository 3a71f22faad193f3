import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'

export interface SourceFile {
  /** The path relative to the root, with forward slashes. */
  readonly path: string
  readonly code: string
  /** Repository paths for relative imports, module names for the others. */
  readonly imports: readonly string[]
}

/** Returns every source file of the repository, including those that are not committed yet. */
export function readRepository(): SourceFile[] {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((path) => path !== '' && !path.endsWith('.d.ts') && existsSync(join(root, path)))
    .map((path) => readSource(root, path))
}

function readSource(root: string, path: string): SourceFile {
  const code = readFileSync(join(root, path), 'utf8')
  const parsed = parseSync(path, code)
  const names = [
    ...parsed.module.staticImports.map((entry) => entry.moduleRequest.value),
    ...parsed.module.staticExports.flatMap((entry) =>
      entry.entries.flatMap((one) => (one.moduleRequest ? [one.moduleRequest.value] : [])),
    ),
    ...parsed.module.dynamicImports.flatMap((entry) => {
      const literal = /^['"](.+)['"]$/.exec(code.slice(entry.moduleRequest.start, entry.moduleRequest.end))
      return literal?.[1] ? [literal[1]] : []
    }),
  ]
  return { path, code, imports: [...new Set(names)].map((name) => resolveName(root, path, name)) }
}

function resolveName(root: string, from: string, name: string): string {
  if (!name.startsWith('.')) return name
  const bare = name.replace(/\?.*$/, '')
  const target = join(root, dirname(from), bare)
  const candidates = [target, `${target}.ts`, `${target}.tsx`, join(target, 'index.ts')]
  const found = candidates.find((candidate) => existsSync(candidate)) ?? target
  return relative(root, found).split(sep).join('/')
}
