import { drainUnderLoad } from '../e2e/support/drain-under-load.ts'
import { registered } from '../e2e/support/person.ts'
import { serverGroup } from '../e2e/support/several-servers.ts'
import { type Fault, ms } from './fault.ts'

const limitMs = 10_000

export const drain: Fault = async () => {
  const group = await serverGroup()
  try {
    const [one, other] = await group.start(2)
    if (one === undefined || other === undefined) throw new Error('no servers')
    const person = await registered(one.url, 'ann@example.com')
    const projectId = await person.createProject(one.url, 'Orchard')
    const report = await drainUnderLoad({ person, projectId, one, other })
    const { answered, lost, exitCode, closeCode, tookMs } = report
    return [
      {
        name: `SIGTERM under load, ${answered} answered writes`,
        figure: `${lost} lost, exit ${exitCode}, sockets ${closeCode}, ${ms(tookMs)}`,
        limit: `0 lost, exit 0, sockets 1001, ${ms(limitMs)}`,
        holds: lost === 0 && exitCode === 0 && closeCode === 1001 && tookMs <= limitMs,
      },
    ]
  } finally {
    await group.stop()
  }
}
