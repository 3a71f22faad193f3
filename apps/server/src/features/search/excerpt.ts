import { toPlainText } from '@espalier/domain'
import type { WantedWord } from './query.ts'

const excerptCharacters = 160
const charactersBefore = 40

/** Returns the title if it has the words, and otherwise the passage of the description that has the first of them. */
export function findExcerpt(
  texts: { readonly title: string; readonly body: string },
  words: readonly WantedWord[],
): string {
  const title = toPlainText(texts.title)
  const beginnings = words.flatMap(({ word, corrections }) => [word, ...corrections])
  const isInTitle = words.every(({ word, corrections }) => findWord(title, [word, ...corrections]) >= 0)
  const body = isInTitle ? '' : toPlainText(texts.body)
  const at = isInTitle ? -1 : findWord(body, beginnings)
  return at < 0 ? cut(title, 0) : cut(body, at)
}

/** Returns where a word begins with one of the beginnings; -1 if none does. */
function findWord(text: string, beginnings: readonly string[]): number {
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const folded = fold(word)
    // Chinese and Japanese words have no spaces between them.
    const fits = (beginning: string): boolean =>
      /^[\u3041-\u9fff]/u.test(beginning) ? folded.includes(beginning) : folded.startsWith(beginning)
    if (beginnings.some(fits)) return index
  }
  return -1
}

/** As the database folds words, but for rare letters: an excerpt then begins elsewhere. */
const fold = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')

function cut(text: string, at: number): string {
  if (text.length <= excerptCharacters) return text
  const space = at <= charactersBefore ? 0 : text.lastIndexOf(' ', at - charactersBefore) + 1
  const start = at - space > 2 * charactersBefore ? at : space
  const end = start + excerptCharacters
  // Whole characters only: half of an emoji is no text.
  const passage = text.slice(start, end).replace(/[\ud800-\udbff]$/, '')
  return `${start === 0 ? '' : '…'}${passage.trim()}${end >= text.length ? '' : '…'}`
}
