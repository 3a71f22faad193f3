import { markupLimits } from '../core/limits.ts'

// Control characters other than tab and line ends draw nothing and break what reads the text later (XML, Jira); half a surrogate pair
// cannot be stored.
const unwanted = /[^\P{Cc}\t\n\r]|\p{Cs}/gu

// Most texts hold neither, and this test is much faster than replacing.
const mayHoldUnwanted = /[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\uffff]/

const removeControlCharacters = (text: string): string =>
  mayHoldUnwanted.test(text) ? text.replace(unwanted, '') : text

const combining = /[\p{M}\p{Cf}]/u
const textPieces = /<[^<>]*>|[\p{M}\p{Cf}]+|[^<\p{M}\p{Cf}]+|</gu

/** A browser needs seconds to draw a letter with thousands of accents. Tags do not end a run of marks: they draw nothing. */
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
    const kept = marks.slice(0, Math.max(0, markupLimits.combiningMarks - inRun))
    inRun += marks.length
    return kept.length === marks.length ? piece : kept.join('')
  })
}

/** Text or HTML without control characters and without endless runs of combining marks. Cleaning twice changes nothing. */
export const cleanText = (text: string): string => limitCombiningMarks(removeControlCharacters(text))

/** The same for a place that holds one line. */
export const cleanLine = (text: string): string =>
  cleanText(text)
    .replace(/[\t\n\r\u2028\u2029]+/gu, ' ')
    .trim()
