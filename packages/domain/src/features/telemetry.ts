/** The words of the product's addresses. Anything else in one may be a name or a title. */
const addressWords = new Set(
  `login register recovery error dummy pricing hello user account projects add import edit tree outline tree2 join pending feedback p new roadmap
  dag bubble execute d3 d3-randomtree d3-transition d3-basic flare d3-force d3-tidytree enter daygrid trial billing`.split(
    /\s+/,
  ),
)

/** Redacts a page's address: no query, no hash, no id, no title. */
export function redactAddress(address: string): string {
  const path = address.split(/[?#]/, 1)[0] ?? ''
  const parts = path.split('/').filter((part) => part !== '')
  return `/${parts
    .slice(0, 6)
    .map((part) => (addressWords.has(part) ? part : ':id'))
    .join('/')}`
}

const personalPatterns: readonly (readonly [RegExp, string])[] = [
  [/\b(?:https?|wss?|postgres(?:ql)?|rediss?):\/\/\S+/gi, ':url'],
  [/[^\s@"'<>()]+@[^\s@"'<>()]+/g, ':email'],
  // Quoted text is somebody's own more often than ours.
  [/"[^"]*"|'[^']*'|“[^”]*”|`[^`]*`/g, ':text'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, ':id'],
  [/\b[\w-]{24,}\b/g, ':id'],
  [/\d{4,}/g, ':number'],
]
const maxTextLength = 300

/** Removes what may be personal from an error's text. */
export function redactText(text: string): string {
  let redacted = text.slice(0, 4 * maxTextLength).replaceAll(/\s+/g, ' ')
  for (const [pattern, stand] of personalPatterns) redacted = redacted.replaceAll(pattern, stand)
  return redacted.slice(0, maxTextLength).trim()
}

export interface StackFrame {
  readonly name: string
  readonly file: string
  readonly line: number
}

const maxFrames = 30
const framePattern =
  /^\s*at (?:(.{1,200}?) \()?([^()\s]{1,500}):(\d{1,7}):\d{1,7}\)?$|^(.{0,200}?)@(\S{1,500}):(\d{1,7}):\d{1,7}$/

/** Returns the origin of an error, the outermost frame first: names and files of the program, no path of a machine. */
export function redactStack(stack: string): readonly StackFrame[] {
  return stack
    .slice(0, 20_000)
    .split('\n')
    .flatMap((line) => {
      const [, name, file, row, otherName, otherFile, otherRow] = framePattern.exec(line) ?? []
      const at = file ?? otherFile
      if (at === undefined) return []
      return [
        { name: keepWordCharacters(name ?? otherName ?? ''), file: toSourceFile(at), line: Number(row ?? otherRow) },
      ]
    })
    .slice(0, maxFrames)
    .toReversed()
}

const keepWordCharacters = (name: string): string => name.replaceAll(/[^\w.<>$ #]/g, '').slice(0, 100)

function toSourceFile(address: string): string {
  const path = (address.split(/[?#]/, 1)[0] ?? '').replaceAll('\\', '/')
  const inside = /(?:^|\/)((?:apps|packages|node_modules|assets)\/[\w@./+-]+|node:[\w/]+)$/.exec(path)?.[1]
  return (
    inside ??
    path
      .split('/')
      .at(-1)
      ?.replaceAll(/[^\w.-]/g, '')
      .slice(0, 100) ??
    ''
  )
}
