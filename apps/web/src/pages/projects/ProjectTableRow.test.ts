import { expect, it } from 'vitest'
import { formatUpdatedAt } from './ProjectTableRow.tsx'

const now = Date.UTC(2026, 5, 15, 12)
const second = 1_000
const minute = 60 * second
const hour = 60 * minute

it.each([
  [0, 'now'],
  [-5 * second, 'now'],
  [999, 'now'],
  [second, '1 second ago'],
  [59 * second, '59 seconds ago'],
  [minute, '1 minute ago'],
  [59 * minute + 59 * second, '59 minutes ago'],
  [hour, '1 hour ago'],
  [24 * hour - 1, '23 hours ago'],
  [24 * hour, 'Jun 14, 2026'],
  [400 * 24 * hour, 'May 11, 2025'],
])('formats a change %i ms ago as %s', (age, text) => expect(formatUpdatedAt(now - age, now)).toBe(text))
