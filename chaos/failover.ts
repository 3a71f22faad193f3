import { failoverUnderLoad } from '../e2e/support/failover.ts'
import { type Fault, ms } from './fault.ts'

const limitMs = 10_000

/** The database's machine is lost under load, and its synchronous standby is promoted. */
export const failover: Fault = async ({ failoverWrites }) => {
  const servers = 3
  const report = await failoverUnderLoad({ servers, writes: failoverWrites, withoutMs: 3_000 })
  const { answered, lost, twice, unlike, recoveredMs, ready } = report
  return [
    {
      name: `the database's machine lost, ${answered} answered writes on ${servers} servers`,
      figure: `${lost} lost, ${twice} twice, ${unlike} repeats with another answer`,
      limit: '0 lost, 0 twice, 0',
      holds: lost === 0 && twice === 0 && unlike === 0,
    },
    {
      name: 'the standby promoted: first change answered',
      figure: `${ms(recoveredMs)}, ${ready} of ${servers} servers ready`,
      limit: `${ms(limitMs)}, ${servers} of ${servers}`,
      holds: recoveredMs <= limitMs && ready === servers,
    },
  ]
}
