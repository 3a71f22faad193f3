import { toPlainText } from '@espalier/domain'

const maxSummaryLength = 255
const untitledSummary = 'Untitled'

/** A title as a tracker's summary: one line of plain text, never empty, never too long. */
export function toIssueSummary(title: string): string {
  const text = toPlainText(title)
  if (text === '') return untitledSummary
  // Half a sign outside the basic plane would be refused.
  return text.length <= maxSummaryLength
    ? text
    : text
        .slice(0, maxSummaryLength)
        .replace(/[\ud800-\udbff]$/u, '')
        .trimEnd()
}
