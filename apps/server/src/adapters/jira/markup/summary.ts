import { plainTextOf } from '@espalier/domain'

const longest = 255
const unnamed = 'Untitled'

/** A title as a tracker's summary: one line of plain text, never empty, never too long. */
export function summaryOf(title: string): string {
  const text = plainTextOf(title)
  if (text === '') return unnamed
  // Half a sign outside the basic plane would be refused.
  return text.length <= longest
    ? text
    : text
        .slice(0, longest)
        .replace(/[\ud800-\udbff]$/u, '')
        .trimEnd()
}
