import { expect, it } from 'vitest'
import { databaseAway } from '../support/database-away.ts'

it('reports error codes while the database is down, and serves again by itself when it is back', async () => {
  const { answers, lost, shownOtherwise, exitCode } = await databaseAway(1_000)
  const statuses = (asked: string) => [
    ...new Set(answers.filter((one) => one.asked === asked).map(({ status }) => status)),
  ]
  expect([statuses('readyz'), statuses('healthz')]).toEqual([[503], [200]])
  for (const { status, text } of answers.filter(({ asked }) => asked === 'read' || asked === 'write')) {
    expect(status).toBeGreaterThanOrEqual(500)
    expect(text).toContain('"code"')
    expect(text).not.toMatch(/\bat .+\.ts|node_modules|postgres/i)
  }
  expect({ lost, shownOtherwise, exitCode }).toEqual({ lost: 0, shownOtherwise: 0, exitCode: 0 })
}, 120_000)
