import { describe, expect, it } from 'vitest'
import { parseDay, parseEstimate } from './field-values.ts'
import { mapReferences, matchDefinitions } from './map-references.ts'
import { nodeFields } from './record.ts'
import { settleFields } from './settle-fields.ts'

const stages = (['todo', 'progress', 'progress'] as const).map((category, at) => ({
  id: `s${at}`,
  name: `Stage ${at}`,
  category,
  colour: '#aaaaaa',
  counts: true,
}))
const node = { ...nodeFields.defaults, id: 'a' }
const settle = (present: object, requested: object) => settleFields({ ...node, ...present }, requested, stages)

describe('settleFields', () => {
  it('lets a stage decide the status, and a status alone the first stage', () => {
    expect(settle({}, { stageId: 's2', status: 'done' })).toMatchObject({
      value: { stageId: 's2', status: 'progress' },
    })
    expect(settle({}, { status: 'progress' })).toMatchObject({ value: { stageId: 's1' } })
    expect(settle({ status: 'progress', stageId: 's2' }, { status: 'progress' })).toEqual({
      ok: true,
      value: { status: 'progress' },
    })
    expect(settle({ stageId: 's0' }, { status: 'done' })).toMatchObject({ value: { stageId: null } })
  })

  it('keeps a plain status that is asked for', () => {
    expect(settle({ stageId: 's0' }, { status: 'progress', stageId: null })).toEqual({
      ok: true,
      value: { status: 'progress', stageId: null },
    })
  })

  it('compares the dates that result, and lets a node with wrong dates change otherwise', () => {
    const refused = { ok: false, reason: 'due-before-start' }
    expect(settle({ startDate: '2026-02-02' }, { dueDate: '2026-02-01' })).toEqual(refused)
    expect(settle({ dueDate: '2026-02-01' }, { startDate: '2026-02-02' })).toEqual(refused)
    expect(settle({ dueDate: '2026-02-01' }, { startDate: '2026-02-02', dueDate: null })).toMatchObject({ ok: true })
    expect(settle({ startDate: '2026-02-02', dueDate: '2026-02-01' }, { title: 'x' })).toMatchObject({ ok: true })
  })

  it('adds to a list after removing nothing else, each entry once', () => {
    const requested = { addTagIds: ['b', 'c'], removeTagIds: ['a'] }
    expect(settle({ tagIds: ['a', 'b'] }, requested)).toEqual({ ok: true, value: { tagIds: ['b', 'c'] } })
  })

  it('refuses more than 20 entries', () => {
    const ids = Array.from({ length: 20 }, (_, at) => `t${at}`)
    expect(settle({ assigneeIds: ids }, { addAssigneeIds: ['one more'] })).toEqual({
      ok: false,
      reason: 'too-many-assignees',
    })
    expect(settle({ assigneeIds: ids }, { addAssigneeIds: ['new'], removeAssigneeIds: ['t0'] })).toMatchObject({
      ok: true,
    })
  })
})

describe('values of fields', () => {
  it('knows the days of the calendar', () => {
    expect(['2028-02-29', '0001-01-01', '9999-12-31'].map(parseDay)).not.toContain(undefined)
    expect(['2026-02-29', '2026-04-31', '0000-01-01', '26-01-01', '2026-01-01 '].map(parseDay)).toEqual(
      Array.from({ length: 5 }),
    )
  })

  it('accepts estimates from 0 to 100000', () => {
    expect([0, 0.5, 100_000].map(parseEstimate)).toEqual([0, 0.5, 100_000])
    expect([-0.1, 100_001, Number.NaN, '1', null].map(parseEstimate)).toEqual(Array.from({ length: 5 }))
    expect(Object.is(parseEstimate(-0), 0)).toBe(true)
  })
})

const lists = (prefix: string, tags: readonly string[]) => ({
  tags: tags.map((name) => ({ id: `${prefix}-${name}`, name, colour: '#aaaaaa' })),
  stages: [
    { ...stages[1], id: `${prefix}-stage`, name: 'Doing', category: 'progress' as const, colour: '', counts: true },
  ],
  fieldDefinitions: [{ id: `${prefix}-size`, name: 'Size', type: 'number' as const, options: [] }],
})

describe('mapReferences', () => {
  it('finds counterparts by name and drops the rest', () => {
    const map = matchDefinitions(lists('x', ['a', 'b']), lists('y', ['b']), (id) => id === 'ada')
    const values = {
      title: 'Pear',
      assigneeIds: ['bob', 'ada'],
      tagIds: ['x-a', 'x-b'],
      stageId: 'x-stage',
      fields: { 'x-size': 3, other: 1 },
      startDate: '2026-02-02',
      dueDate: '2026-02-01',
    }
    expect(mapReferences(values, map)).toEqual({
      title: 'Pear',
      assigneeIds: ['ada'],
      tagIds: ['y-b'],
      stageId: 'y-stage',
      fields: { 'y-size': 3 },
      dueDate: '2026-02-01',
    })
  })
})
