import { markupLimits } from '../core/limits.ts'

// Control characters other than tab and line ends draw nothing and break later readers (XML, Jira); half a surrogate
// pair cannot be stored.
const unwanted = /[^\P{Cc}\t\n\r]|\p{Cs}/gu

// Most texts contain neither, and this test is much faster than replacing.
const mayHoldUnwanted = /[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\uffff]/

const removeControlCharacters = (text: string): string =>
  mayHoldUnwanted.test(text) ? text.replace(unwanted, '') : text

const combining = /[\p{M}\p{Cf}]/u
const textPieces = /<[^<>]*>|[\p{M}\p{Cf}]+|[^<\p{M}\p{Cf}]+|</gu

/**
 * A browser needs seconds to draw a letter with thousands of accents. Tags do not end a run of marks, because they draw
 * nothing.
 */
function limitCombiningMarks(text: string): string {
  if (!combining.test(text)) return text
  let inRun = 0
  return text.replace(textPieces, (piece) => {
    if (piece.startsWith('<') && piece.length > 1) return piece
    if (!combining.test(piece)) {
      inRun = 0
      return piece
    }
    const marks = [...piece]
    const keptMarks = marks.slice(0, Math.max(0, markupLimits.combiningMarks - inRun))
    inRun += marks.length
    return keptMarks.length === marks.length ? piece : keptMarks.join('')
  })
}

/** Removes control characters and long runs of combining marks from text or HTML. Cleaning twice changes nothing. */
export const cleanText = (text: string): string => limitCombiningMarks(removeControlCharacters(text))

/** Does the same for a single line. */
export const cleanLine = (text: string): string =>
  cleanText(text)
    .replace(/[\t\n\r\u2028\u2029]+/gu, ' ')
    .trim()
