import { expect, it } from 'vitest'
import type { NodeRecord } from '../../../database/nodes.ts'
import type { TrackerIssue } from '../../../ports/tracker.ts'
import { prepareNodeBodies, toNodeBody } from '../links/issue-to-node.ts'
import { applyIssueToNode } from './apply-issue-to-node.ts'
import type { SyncContext } from './sync-context.ts'

/** An issue that counts how often its description is read, which is once for each time it is sanitized. */
function createCountedIssue(description: string) {
  const counted = { reads: 0 }
  const issue = {
    key: 'ELM-1',
    get description() {
      counted.reads += 1
      return description
    },
  } as TrackerIssue
  return { counted, issue }
}

it('sanitizes a description before the transaction that stores it begins', async () => {
  const { counted, issue } = createCountedIssue('<p>pruned <script>x</script></p>')
  let readsAtStart = -1
  let body = ''
  const context = {
    caller: {},
    projectId: 'a project',
    site: {},
    writes: {
      async run() {
        readsAtStart = counted.reads
        body = toNodeBody(issue)
        return null
      },
    },
  } as unknown as SyncContext
  const directions = { title: 'none', body: 'take', status: 'none', parent: 'none' } as const
  await applyIssueToNode(context, { externalKey: 'ELM-1' } as NodeRecord, issue, directions)
  expect([readsAtStart, counted.reads, body]).toEqual([1, 1, '<p>pruned </p>'])
})

it('lets others have the event loop between the descriptions of a large epic', async () => {
  const long = `<p>${'<b>word</b> '.repeat(1_000)}</p>`
  const issues = Array.from({ length: 200 }, () => createCountedIssue(long).issue)
  let turns = 0
  let isOver = false
  const others = (async () => {
    while (!isOver) {
      await new Promise(setImmediate)
      turns += 1
    }
  })()
  await prepareNodeBodies(issues)
  isOver = true
  await others
  expect(turns).toBeGreaterThan(3)
})
