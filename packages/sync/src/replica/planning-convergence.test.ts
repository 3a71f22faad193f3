import { noDefinitions, nodePriorities, nodeStatuses } from '@espalier/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aRecord, ModelServer } from '../testing/model-server.ts'
import { Page, sorted } from '../testing/page.ts'
import type { NodeFields } from './node-record.ts'
import type { Replica } from './replica.ts'

/** `PLANNING_SEQUENCES=10000` runs as many; unlike `npm run properties`, it is not stopped after some seconds. */
const sequences = Number(process.env['PLANNING_SEQUENCES'] ?? 300)

const people = ['ada', 'bob', 'eve']
const tags = ['red', 'green', 'blue', 'gray']
const stages = [
  ['next', 'todo'],
  ['later', 'todo'],
  ['doing', 'progress'],
  ['shipped', 'done'],
] as const
const colour = '#aaaaaa'
const definitions = {
  ...noDefinitions,
  tags: tags.map((id) => ({ id, name: id, colour })),
  stages: stages.map(([id, category]) => ({ id, name: id, category, colour, counts: true })),
  fieldDefinitions: ['size', 'cost'].map((id) => ({ id, name: id, type: 'number' as const, options: [] })),
}

const pickSome = (values: readonly string[]) => fc.subarray([...values])
const aDay = fc.constantFrom(null, '2026-01-01', '2026-06-15', '2026-12-31')
const aValue = fc.option(fc.nat(5))

/** A change of the fields for planning. Some of them are refused, because the due date would be before the start. */
const aChange: fc.Arbitrary<NodeFields> = fc.oneof(
  fc.record({ startDate: aDay }),
  fc.record({ dueDate: aDay }),
  fc.record({ startDate: aDay, dueDate: aDay }),
  fc.record({ estimate: fc.option(fc.nat(9)), priority: fc.constantFrom(...nodePriorities) }),
  fc.record({ tagIds: pickSome(tags) }),
  fc.record({ addTagIds: pickSome(tags), removeTagIds: pickSome(tags) }),
  fc.record({ assigneeIds: pickSome(people) }),
  fc.record({ addAssigneeIds: pickSome(people) }),
  fc.record({ removeAssigneeIds: pickSome(people) }),
  fc.record({ stageId: fc.constantFrom(null, ...stages.map(([id]) => id)) }),
  fc.record({ status: fc.constantFrom(...nodeStatuses) }),
  fc.record({ fields: fc.record({ size: aValue, cost: aValue }, { requiredKeys: [] }) }),
)

const ids = ['a', 'b', 'c']
type Edit = { readonly ids: readonly string[]; readonly change: NodeFields } | 'undo' | 'redo'
const anEdit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ ids: fc.subarray(ids, { minLength: 1 }), change: aChange }) },
  { weight: 2, arbitrary: fc.constantFrom('undo' as const, 'undo' as const, 'redo' as const) },
)

const perform = ({ edits }: Replica, edit: Edit): boolean =>
  edit === 'undo' || edit === 'redo' ? edits[edit]().ok : edits.changeMany(edit.ids, edit.change).ok

type Step = Edit | 'send' | 'lose' | 'answers' | 'hear' | 'cut' | 'catch up' | 'restart'
const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: anEdit },
  { weight: 2, arbitrary: fc.constantFrom('send' as const, 'answers' as const, 'hear' as const) },
  fc.constantFrom('lose' as const, 'cut' as const, 'catch up' as const, 'restart' as const),
)

function happen(page: Page, step: Step): void {
  switch (step) {
    case 'send':
    case 'lose':
      return page.send(3, step === 'lose')
    case 'answers':
      return page.hearAnswers()
    case 'hear':
      return page.receiveEvent(0, false)
    case 'cut':
      return page.cut()
    case 'catch up':
      return page.catchUp()
    case 'restart':
      return page.restart()
    default:
      perform(page.replica, step)
  }
}

function openServer(): ModelServer {
  const server = new ModelServer([aRecord('a'), aRecord('b', ['a']), aRecord('c', ['a'], { position: 6_000 })])
  server.definitions = definitions
  return server
}

describe('Edits of fields for planning', { timeout: 1_200_000 }, () => {
  it('leave two to six pages equal to the server, whatever the network does', () => {
    const aStory = fc.array(fc.tuple(fc.nat(5), aStep), { maxLength: 40, size: 'max' })
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 6 }), aStory, (count, story) => {
        const server = openServer()
        const pages = Array.from({ length: count }, (_, at) => new Page(server, `page${at}`))
        for (const [at, step] of story) {
          const page = pages[at % count]
          if (page !== undefined) happen(page, step)
        }
        for (const page of pages) page.finish()
        for (const page of pages) {
          page.receiveAllEvents()
          page.catchUp()
          expect(page.replica.isUnsure).toBe(false)
          expect(page.shown()).toEqual(sorted(server.living()))
        }
      }),
      { numRuns: sequences },
    )
  })

  it('are undone and redone exactly', () => {
    const someEdits = fc.array(
      anEdit.filter((edit) => typeof edit === 'object'),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(someEdits, (edits) => {
        const { replica, shown } = openPage()
        const before = shown()
        for (const edit of edits) perform(replica, edit)
        const after = shown()
        const steps = replica.undoSteps
        for (let step = 0; step < steps; step += 1) expect(replica.edits.undo().ok).toBe(true)
        expect(shown()).toEqual(before)
        for (let step = 0; step < steps; step += 1) expect(replica.edits.redo().ok).toBe(true)
        expect(shown()).toEqual(after)
      }),
      { numRuns: sequences },
    )
  })
})

function openPage() {
  const page = new Page(openServer(), 'page')
  return { replica: page.replica, shown: () => page.shown() }
}
