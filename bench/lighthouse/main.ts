import { startTestCluster } from '@espalier/postgres/testing'
import { startServer } from '../../e2e/support/server.ts'
import { circumstances, publish } from '../report.ts'
import { audit } from './auditor.ts'
import type { Report } from './lighthouse-report.ts'
import { type AuditedPage, preparePages } from './pages.ts'
import { type Audited, holds, lostPoints, scoreTable } from './scores.ts'

const asked = process.argv.find((argument) => argument.startsWith('--runs='))
const runs = asked === undefined ? 5 : Number(asked.slice('--runs='.length))

const pages = await auditAll()
const [report] = pages.flatMap(({ reports }) => reports)
publish(
  'lighthouse',
  [
    '# Lighthouse',
    circumstances(),
    `Lighthouse ${report?.lighthouseVersion}, desktop preset, simulated throttling, the median of ${runs} audits a page; ${report?.environment.hostUserAgent}.`,
    scoreTable(pages),
    ...pages.map(lostPoints),
  ],
  { isKept: asked === undefined },
)
process.exitCode = pages.every(holds) ? 0 : 1

async function auditAll(): Promise<Audited[]> {
  const cluster = await startTestCluster()
  try {
    const server = await startServer()
    try {
      const audited: Audited[] = []
      for (const page of await preparePages(server)) audited.push({ name: page.name, reports: await repeat(page) })
      return audited
    } finally {
      await server.stop()
    }
  } finally {
    await cluster.stop()
  }
}

async function repeat({ name, address, cookies }: AuditedPage): Promise<Report[]> {
  const reports: Report[] = []
  for (let run = 1; run <= runs; run += 1) {
    const report = await audit(address, cookies)
    process.stderr.write(`${name}, ${run} of ${runs}: ${report.categories.performance.score}\n`)
    reports.push(report)
  }
  return reports
}
