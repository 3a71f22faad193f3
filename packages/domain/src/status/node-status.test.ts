import { describe, expect, it } from 'vitest'
import { isNodeStatus, nextStatus, nodeStatuses, statusOf } from './node-status.ts'

describe('node status', () => {
  it('[status] a click cycles todo, progress, done, todo', () => {
    expect(nodeStatuses.map(nextStatus)).toEqual(['progress', 'done', 'todo'])
  })

  it('[status] missing means todo', () => {
    expect(statusOf(null)).toBe('todo')
    expect(statusOf(undefined)).toBe('todo')
    expect(statusOf('done')).toBe('done')
  })

  it('[status] nothing else is one', () => {
    expect(isNodeStatus('progress')).toBe(true)
    expect(isNodeStatus('deleted')).toBe(false)
    expect(isNodeStatus(null)).toBe(false)
  })
})
