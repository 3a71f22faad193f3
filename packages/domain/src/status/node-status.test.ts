import { describe, expect, it } from 'vitest'
import { isNodeStatus, nextStatus, nodeStatuses, statusOrTodo } from './node-status.ts'

describe('node status', () => {
  it('[status] a click cycles todo, progress, done, todo', () => {
    expect(nodeStatuses.map(nextStatus)).toEqual(['progress', 'done', 'todo'])
  })

  it('[status] missing means todo', () => {
    expect(statusOrTodo(null)).toBe('todo')
    expect(statusOrTodo(undefined)).toBe('todo')
    expect(statusOrTodo('done')).toBe('done')
  })

  it('[status] nothing else is one', () => {
    expect(isNodeStatus('progress')).toBe(true)
    expect(isNodeStatus('deleted')).toBe(false)
    expect(isNodeStatus(null)).toBe(false)
  })
})
