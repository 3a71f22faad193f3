import { databaseAway as stopDatabase } from '../e2e/support/database-away.ts'
import { type Fault, largest, ms } from './fault.ts'

const limits = { answerMs: 2_000, recoveryMs: 5_000 }

export const databaseAway: Fault = async ({ databaseAwayMs }) => {
  const { answers, recoveredMs, lost, shownOtherwise } = await stopDatabase(databaseAwayMs)
  const asked = answers.filter((one) => one.asked === 'read' || one.asked === 'write')
  const uncoded = asked.filter(({ status, text }) => status < 500 || !text.includes('"code"')).length
  const isRed = answers.every((one) => one.asked !== 'readyz' || one.status === 503)
  const slowest = largest(answers.map((one) => one.ms))
  return [
    {
      name: `database away for ${databaseAwayMs / 1000} s: slowest of ${answers.length} answers`,
      figure: `${ms(slowest)}, ${uncoded} without a code`,
      limit: `${ms(limits.answerMs)}, 0`,
      holds: slowest <= limits.answerMs && uncoded === 0 && isRed,
    },
    {
      name: 'database back: first change answered',
      figure: `${ms(recoveredMs)}, ${lost} lost, ${shownOtherwise} shown otherwise`,
      limit: `${ms(limits.recoveryMs)}, 0, 0`,
      holds: recoveredMs <= limits.recoveryMs && lost === 0 && shownOtherwise === 0,
    },
  ]
}
