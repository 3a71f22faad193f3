import { partitionUnderLoad } from '../e2e/support/partition.ts'
import { type Fault, ms } from './fault.ts'

const limits = { gapMs: 5_000, recoveryMs: 10_000 }

/** One of three servers is cut off from the database without closing the connection. */
export const partition: Fault = async ({ partitions, partitionMs }) => {
  const report = await partitionUnderLoad({ cuts: partitions, cutMs: partitionMs })
  const { answered, lost, twice, heldLocks, longestGapMs, recoveredMs } = report
  return [
    {
      name: `one of 3 servers cut from the database ${partitions} times for ${partitionMs / 1_000} s (${heldLocks} times with a lock): longest time without an answer from the others`,
      figure: ms(longestGapMs),
      limit: ms(limits.gapMs),
      holds: longestGapMs <= limits.gapMs,
    },
    {
      name: `${answered} answered writes meanwhile`,
      figure: `${lost} lost, ${twice} twice`,
      limit: '0 lost, 0 twice',
      holds: lost === 0 && twice === 0,
    },
    {
      name: 'the line is back: the server is ready again',
      figure: ms(recoveredMs),
      limit: ms(limits.recoveryMs),
      holds: recoveredMs <= limits.recoveryMs,
    },
  ]
}
