import { type EstimateUnit, nodePriorities, parseDay } from '@espalier/domain'
import { unitLetters } from '../planning/estimate-words.ts'
import { foldName } from '../planning/people.ts'
import type { OwnFieldWords, PlanningWords } from '../planning/planning-words.ts'

/** Decides which words at the end of a line are fields. */
export interface TokenRules {
  /** Our own file: its text is escaped, so every token is data. */
  readonly isOwn: boolean
  /** People and stages that the project does not have are words of the text, and so are titles that no node has. */
  readonly isKnownOnly: boolean
  /** The names of own fields, folded. */
  readonly fieldNames: ReadonlySet<string>
  /** The names of stages, folded; a stage that another program names must be one of these. */
  readonly stageNames: ReadonlySet<string>
  /** Whether somebody of the project has this name; in a foreign file nobody else is assigned. */
  isPerson(word: string): boolean
  /** Whether a node of the file has this title; in a foreign file nothing else is waited for. */
  isTitle(word: string): boolean
}

type Token =
  | {
      readonly kind: 'assignees' | 'tags' | 'startDate' | 'dueDate' | 'estimate' | 'priority' | 'stage' | 'after'
      readonly value: string
    }
  | { readonly kind: 'field'; readonly name: string; readonly value: string }

/**
 * Writes what is known of a node as words at the end of its line: `@ann@example.org #tag !high start:2026-11-01
 * due:2026-12-01 ~3d stage:Review after:"Plant pears" Budget:5`.
 */
export function writeTokens(words: PlanningWords, unit: EstimateUnit): readonly string[] {
  const { assignees = [], tags = [], priority, startDate, dueDate, estimate, stage, after = [], fields = [] } = words
  const tokens: string[] = []
  for (const name of assignees) tokens.push(`@${quoteUnless(plainPerson, name)}`)
  for (const name of tags) tokens.push(`#${quoteUnless(plainTag, name)}`)
  if (priority !== undefined) tokens.push(`!${priority}`)
  if (startDate !== undefined) tokens.push(`start:${startDate}`)
  if (dueDate !== undefined) tokens.push(`due:${dueDate}`)
  if (estimate !== undefined) tokens.push(`~${writePlainNumber(estimate)}${unitLetters[unit]}`)
  if (stage !== undefined) tokens.push(`stage:${quoteUnless(plainValue, stage)}`)
  for (const title of after) tokens.push(`after:${quoteUnless(plainAfter, title)}`)
  for (const [name, value] of fields) tokens.push(`${writeKey(name)}:${quoteUnless(plainValue, value)}`)
  return tokens
}

const plainPerson = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_.@+-]*$/u
const plainTag = /^\p{L}[\p{L}\p{M}\p{N}_-]*$/u
/** A title, or the mark of a node whose title would not do. */
const plainAfter = /^(?:\^n\d+|[\p{L}\p{M}\p{N}_.+-]+)$/u
const plainValue = /^[\p{L}\p{M}\p{N}_.+-]+$/u
/** Own fields with these names are quoted, which tells them from the fields that every node has. */
const reservedKeys: ReadonlySet<string> = new Set(['start', 'due', 'stage', 'after'])

const writeKey = (name: string): string =>
  plainValue.test(name) && !reservedKeys.has(foldName(name)) ? name : `"${encodeQuoted(name)}"`

const quoteUnless = (plain: RegExp, value: string): string => (plain.test(value) ? value : `"${encodeQuoted(value)}"`)

// A quoted word holds no quotes and no line breaks, so that it can be read from its end.
const encodeQuoted = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('\r', '&#13;').replaceAll('\n', '&#10;')

const decodeQuoted = (text: string): string =>
  text.replaceAll('&#10;', '\n').replaceAll('&#13;', '\r').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** `1e-7` would not be read as a number with a unit. */
const writePlainNumber = (text: string): string =>
  text.includes('e')
    ? Number(text)
        .toFixed(20)
        .replace(/\.?0+$/u, '')
    : text

interface ReadTokens {
  readonly text: string
  readonly words: PlanningWords | undefined
}

/**
 * Takes the tokens from the end of a line. The first word from the end that is no token ends them, so a title may
 * contain such words anywhere else. Linear in the length of the line.
 */
export function readTokens(line: string, rules: TokenRules): ReadTokens {
  const tokens: Token[] = []
  const kept: string[] = []
  let end = skipBlanks(line, line.length)
  while (end > 0) {
    const start = findWordStart(line, end)
    const word = line.slice(start, end)
    const token = readToken(word, rules)
    if (token === null && !isUnknownPerson(word, rules)) break
    if (token === null) kept.push(word)
    else tokens.push(token)
    end = skipBlanks(line, start)
  }
  if (tokens.length === 0) return { text: line, words: undefined }
  const text = [line.slice(0, end), ...kept.toReversed()].join(' ').trim()
  // A line of other programs that has nothing else is a title.
  if (text === '' && !rules.isOwn) return { text: line, words: undefined }
  return { text, words: collectWords(tokens.toReversed()) }
}

/** In a foreign file, `@somebody` who is not in the project stays in the text, and what is before it is still read. */
const isUnknownPerson = (word: string, { isKnownOnly }: TokenRules): boolean =>
  isKnownOnly && word.startsWith('@') && plainPerson.test(word.slice(1))

/** Writes a text so that its last word is read as text. `isPlain`: it has no markup, in which a backslash would show. */
export function escapeLastToken(text: string, isPlain: boolean, rules: TokenRules): string {
  const end = skipBlanks(text, text.length)
  if (end === 0) return text
  const start = findWordStart(text, end)
  const word = text.slice(start, end)
  if (readToken(word, rules) === null) return text
  if (!isPlain) return `${text}<!---->`
  const sign = /^[@#!~]/u.test(word) ? start : start + findColon(word)
  return `${text.slice(0, sign)}\\${text.slice(sign)}`
}

/** Finds where the last word begins. Blanks in quotes belong to the word. */
function findWordStart(line: string, end: number): number {
  let at = end
  while (at > 0 && !blank.test(line.charAt(at - 1))) {
    const opening = line[at - 1] === '"' && at > 1 ? line.lastIndexOf('"', at - 2) : -1
    at = opening < 0 ? at - 1 : opening
  }
  return at
}

const blank = /\s/u

/** Returns the end of the text without the blanks before it. Trimming would copy the text for each word. */
function skipBlanks(line: string, from: number): number {
  let at = from
  while (at > 0 && blank.test(line.charAt(at - 1))) at -= 1
  return at
}

const isPriority = (word: string): boolean => word !== 'none' && (nodePriorities as readonly string[]).includes(word)

function readToken(word: string, rules: TokenRules): Token | null {
  const [sign, rest] = [word.charAt(0), word.slice(1)]
  switch (sign) {
    case '@': {
      const name = readValue(plainPerson, rest)
      return name !== null && (!rules.isKnownOnly || rules.isPerson(name)) ? { kind: 'assignees', value: name } : null
    }
    case '#': {
      const name = readValue(plainTag, rest)
      return name === null ? null : { kind: 'tags', value: name }
    }
    case '!':
      return isPriority(rest) ? { kind: 'priority', value: rest } : null
    case '~':
      return /^\d+(?:\.\d+)?[phd]$/u.test(rest) ? { kind: 'estimate', value: rest } : null
    default:
      return readKeyedToken(word, rules)
  }
}

function readKeyedToken(word: string, { isKnownOnly, fieldNames, stageNames, isTitle }: TokenRules): Token | null {
  const colon = findColon(word)
  if (colon <= 0) return null
  const written = word.slice(0, colon)
  const isQuoted = written.startsWith('"')
  const name = readValue(plainValue, written)
  const isAfter = !isQuoted && name !== null && foldName(name) === 'after'
  const value = readValue(isAfter ? plainAfter : plainValue, word.slice(colon + 1))
  if (name === null || value === null) return null
  const key = foldName(name)
  if (isQuoted || !reservedKeys.has(key)) return fieldNames.has(key) ? { kind: 'field', name, value } : null
  if (key === 'after') return !isKnownOnly || isTitle(value) ? { kind: 'after', value } : null
  if (key === 'stage') return !isKnownOnly || stageNames.has(foldName(value)) ? { kind: 'stage', value } : null
  return parseDay(value) === undefined ? null : { kind: key === 'due' ? 'dueDate' : 'startDate', value }
}

/** Returns the place of the colon after a key, which may be quoted; -1: there is none. */
const findColon = (word: string): number =>
  word.startsWith('"') ? Math.max(-1, word.indexOf('":') + 1) || -1 : word.indexOf(':')

/** Returns the value of a word that is plain or quoted as a whole; null: it is neither. */
function readValue(plain: RegExp, word: string): string | null {
  if (plain.test(word)) return word
  const isQuoted = word.length > 2 && word.startsWith('"') && word.indexOf('"', 1) === word.length - 1
  return isQuoted ? decodeQuoted(word.slice(1, -1)) : null
}

function collectWords(tokens: readonly Token[]): PlanningWords {
  const list = (kind: 'assignees' | 'tags' | 'after'): readonly string[] | undefined => {
    const values = tokens.flatMap((token) => (token.kind === kind ? token.value : []))
    return values.length === 0 ? undefined : values
  }
  // The last of two dates counts, as a person would add it.
  const last = (kind: Token['kind']): string | undefined => tokens.findLast((token) => token.kind === kind)?.value
  const fields = tokens.flatMap((token): OwnFieldWords[] => (token.kind === 'field' ? [[token.name, token.value]] : []))
  return {
    assignees: list('assignees'),
    tags: list('tags'),
    startDate: last('startDate'),
    dueDate: last('dueDate'),
    estimate: last('estimate'),
    priority: last('priority'),
    stage: last('stage'),
    after: list('after'),
    ...(fields.length > 0 && { fields }),
  }
}
