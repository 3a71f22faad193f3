import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { discardDataDir } from '@espalier/postgres/testing'
import { secondOnSameFolder } from '../e2e/support/second-process.ts'
import type { Fault } from './fault.ts'

export const secondProcess: Fault = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'espalier-chaos-'))
  try {
    const report = await secondOnSameFolder({ DATA_DIR: dataDir, DATABASE_URL: undefined, RATE_LIMITS: 'off' })
    const isNamed = report.output.includes(String(report.firstPid))
    return [
      {
        name: 'a second process on the same data directory',
        figure: `exit ${report.exitCode}, holder ${isNamed ? 'named' : 'not named'}, the first answers ${report.firstStatus}`,
        limit: 'exit 1, holder named, the first answers 200',
        holds: report.exitCode === 1 && isNamed && report.firstStatus === 200,
      },
    ]
  } finally {
    await discardDataDir(dataDir)
  }
}
