import type { Browser, Page } from '@playwright/test'
import { type Chance, chanceOf } from '../security/random.ts'
import { ask } from '../support/api.ts'
import { introducePeople, share } from '../support/together.ts'
import { createTree } from '../support/tree.ts'
import { actRandomly, leaveEditors, thinOut, type Turn } from './acts.ts'
import { chooseTallWindow, type MonkeyPerson, openForEditing, registerMonkey, usualWindow } from './monkey-person.ts'
import { compareView, openView, viewNames } from './shown-plan.ts'
import { compareLines, describePlan, listRows, readStoredPlan, type StoredPlan } from './stored-plan.ts'

export interface MonkeyOptions {
  readonly browser: Browser
  readonly origin: string
  readonly seed: number
  /** The acts of each person before the copies are compared, and those of one person alone that are then undone. */
  readonly acts: { readonly together: number; readonly alone: number }
  /** Asked after every round. */
  isEnough(rounds: number): boolean
  log(what: string): void
}

export interface MonkeyReport {
  readonly rounds: number
  readonly acts: number
  /** Acts whose node somebody else had deleted or moved meanwhile. */
  readonly givenUp: number
  /** Steps of undo and redo that were compared with the plan before and after them. */
  readonly undone: number
}

const names = ['ann', 'bea', 'cleo'] as const
/** As long as a slow machine may need to bring everybody to the same plan. */
const settleMs = 60_000
const pollMs = 100

/**
 * Lets three people edit one project at random through all six views, on and off the network. Throws when a page has an
 * error, when a copy differs from the server's plan after everybody has settled, or when undo does not restore exactly.
 */
export async function runMonkey(options: MonkeyOptions): Promise<MonkeyReport> {
  const { browser, origin, seed, log } = options
  const faults: string[] = []
  const people: MonkeyPerson[] = []
  const story: string[] = []
  try {
    for (const name of names) people.push(await registerMonkey(browser, origin, name, faults))
    const projectId = await createProject(people)
    const run = new MonkeyRun(options, people, projectId, faults, story)
    let rounds = 0
    do {
      await run.actTogether()
      await run.checkCopies()
      await run.checkUndo(rounds)
      rounds += 1
      log(`round ${rounds}: ${run.report.acts} acts, ${run.report.givenUp} given up, ${run.report.undone} undone`)
    } while (!options.isEnough(rounds))
    return { ...run.report, rounds }
  } catch (error) {
    const recent = story.slice(-60).join('\n')
    throw new Error(`Seed ${seed}: ${error instanceof Error ? error.message : String(error)}\n${recent}`, {
      cause: error,
    })
  } finally {
    for (const { context } of people) await context.close()
  }
}

/** A small plan with dates in this month, which all three may edit. */
async function createProject(people: readonly MonkeyPerson[]): Promise<string> {
  const [owner, ...others] = people
  if (owner === undefined) throw new Error('nobody is there')
  const { projectId, ids } = await createTree(owner.page, 'Monkeys', {
    Garden: { Beds: { Soil: {}, Seeds: {} }, Wall: { Stones: {} }, Pears: {}, Plums: {} },
  })
  const now = new Date()
  const month = `${now.getFullYear()}-${`${now.getMonth() + 1}`.padStart(2, '0')}`
  const change = 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }'
  const dated = { Soil: '09', Stones: '12', Pears: '16' }
  for (const [title, day] of Object.entries(dated)) {
    const data = { startDate: `${month}-08`, dueDate: `${month}-${day}` }
    await ask(owner.page, change, { id: ids.get(title), data })
  }
  for (const other of others) await introducePeople(owner, other)
  await share(owner.page, projectId, { changes: Object.fromEntries(others.map(({ id }) => [id, 'editor'])) })
  for (const { page } of people) await openForEditing(page, projectId)
  return projectId
}

class MonkeyRun {
  readonly report = { acts: 0, givenUp: 0, undone: 0 }
  readonly #options: MonkeyOptions
  readonly #people: readonly MonkeyPerson[]
  readonly #projectId: string
  readonly #faults: readonly string[]
  readonly #story: string[]
  readonly #chances: ReadonlyMap<MonkeyPerson, Chance>
  #titles = 0

  constructor(
    options: MonkeyOptions,
    people: readonly MonkeyPerson[],
    projectId: string,
    faults: readonly string[],
    story: string[],
  ) {
    this.#options = options
    this.#people = people
    this.#projectId = projectId
    this.#faults = faults
    this.#story = story
    // Each person has their own numbers, so what one does depends on the seed and not on who is faster.
    this.#chances = new Map(people.map((person, at) => [person, chanceOf(options.seed * names.length + at)]))
  }

  /** Everybody acts at the same time. */
  async actTogether(): Promise<void> {
    await Promise.all(
      this.#people.map(async (person) => {
        const { chance } = this.#turnOf(person)
        for (let act = 0; act < this.#options.acts.together; act += 1) {
          if (chance.is(0.12)) await this.#changeNetwork(person)
          if (chance.is(0.15)) await this.#press(person, chance.one(['ControlOrMeta+z', 'ControlOrMeta+Shift+z']))
          else await this.#act(person)
        }
        if (person.isOffline()) await this.#changeNetwork(person)
      }),
    )
  }

  /** Waits until every view of everybody shows what the server has. */
  async checkCopies(): Promise<void> {
    this.#expectNoFaults()
    await this.#settle()
    for (const { page } of this.#people) {
      const rows = listRows(await this.#readPlan(page))
      await page.setViewportSize(chooseTallWindow(rows.length))
    }
    for (const view of viewNames) {
      await Promise.all(this.#people.map(({ page }) => openView(page, view)))
      for (const { page, name } of this.#people)
        await until(`${name} sees the server's plan`, async () =>
          compareView(page, view, await readStoredPlan(page, this.#projectId)),
        )
    }
    for (const { page } of this.#people) await page.setViewportSize(usualWindow)
    this.#expectNoFaults()
  }

  /** One person acts alone in a page that has nothing to undo, undoes all of it, and does all of it again. */
  async checkUndo(round: number): Promise<void> {
    const person = this.#people[round % this.#people.length]
    if (person === undefined) return
    const { page } = person
    await openForEditing(page, this.#projectId)
    await this.#settle()
    const before = await this.#read(page)
    for (let act = 0; act < this.#options.acts.alone; act += 1) await this.#act(person)
    await this.#settle()
    const after = await this.#read(page)
    const steps = await this.#pressUntilDisabled(page, 'Undo')
    await this.#expectStored(`${person.name} undid ${steps} steps`, page, before)
    const redone = await this.#pressUntilDisabled(page, 'Redo')
    if (redone !== steps) throw new Error(`${steps} steps were undone, but ${redone} redone`)
    await this.#expectStored(`${person.name} redid ${steps} steps`, page, after)
    this.report.undone += steps
    this.#expectNoFaults()
  }

  #turnOf(person: MonkeyPerson): Turn {
    const chance = this.#chances.get(person)
    if (chance === undefined) throw new Error(`${person.name} is not here`)
    return { page: person.page, chance, newTitle: () => `${person.name} ${(this.#titles += 1)}` }
  }

  /** An act that takes too long because its node is gone is given up; the checks decide whether all is well. */
  async #act(person: MonkeyPerson): Promise<void> {
    const turn = this.#turnOf(person)
    this.report.acts += 1
    try {
      const size = await person.page.evaluate(() => document.querySelectorAll('[data-node-id][data-status]').length)
      const done = (await thinOut(turn, size)) ?? (await actRandomly(turn))
      this.#story.push(`${person.name}${person.isOffline() ? ' (offline)' : ''}, ${done}`)
    } catch (error) {
      this.report.givenUp += 1
      this.#story.push(`${person.name} gave up: ${error instanceof Error ? error.message.split('\n')[0] : ''}`)
    }
    await leaveEditors(person.page)
  }

  async #press({ page, name }: MonkeyPerson, keys: string): Promise<void> {
    this.report.acts += 1
    this.#story.push(`${name} presses ${keys}`)
    await page.keyboard.press(keys)
  }

  async #changeNetwork(person: MonkeyPerson): Promise<void> {
    this.#story.push(`${person.name} goes ${person.isOffline() ? 'on' : 'off'}line`)
    await (person.isOffline() ? person.goOnline() : person.goOffline())
  }

  /** Waits until everybody's edits are stored. */
  async #settle(): Promise<void> {
    for (const { name, listUnsaved } of this.#people) await until(`${name}'s edits are saved`, listUnsaved)
  }

  #read = async (page: Page): Promise<readonly string[]> => describePlan(await this.#readPlan(page))

  #readPlan = (page: Page): Promise<StoredPlan> => readStoredPlan(page, this.#projectId)

  async #expectStored(what: string, page: Page, wanted: readonly string[]): Promise<void> {
    this.#story.push(what)
    await until(`${what}: the plan is exact`, async () => compareLines(wanted, await this.#read(page)))
  }

  /** Presses a tool as long as it has something to do. Returns how often. */
  async #pressUntilDisabled(page: Page, name: 'Undo' | 'Redo'): Promise<number> {
    const tool = page.getByRole('group', { name: 'Tools' }).getByRole('button', { name, exact: true })
    let presses = 0
    while ((await tool.getAttribute('aria-disabled')) !== 'true') {
      await tool.click()
      presses += 1
    }
    return presses
  }

  #expectNoFaults(): void {
    if (this.#faults.length > 0) throw new Error(`errors in a page:\n${this.#faults.join('\n')}`)
  }
}

/** Waits until nothing differs any more. */
async function until(what: string, listDifferences: () => Promise<readonly string[]>): Promise<void> {
  const start = performance.now()
  for (;;) {
    const differences = await listDifferences()
    if (differences.length === 0) return
    if (performance.now() - start > settleMs) throw new Error(`not so: ${what}\n${differences.join('\n')}`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}
