import { createChance } from './chance.ts'
import { checkPages, checkTables } from './checks/agreement.ts'
import { createLedger } from './checks/ledger.ts'
import { createPage } from './client/page.ts'
import { someTaste } from './client/edits.ts'
import { createTypist } from './client/typist.ts'
import { createClock } from './clock.ts'
import type { FaultName } from './faults/faults.ts'
import { createNetwork } from './network.ts'
import { fallingServers } from './falling-servers.ts'
import { keepSharing, type Story, tellStory } from './story.ts'
import { createBusHouse } from './server/bus.ts'
import { createFront } from './server/front.ts'
import { createStorage } from './storage/storage.ts'
import { createWeather, someConditions } from './weather.ts'
import { personOf, plantProject } from './world.ts'

export interface RunOptions {
  readonly fault?: FaultName | null
  /** Told everything that happens. */
  readonly trace?: (line: string) => void
}

export interface RunReport {
  readonly seed: number
  /** Empty: everything agreed. */
  readonly failures: readonly string[]
  readonly steps: number
  readonly commits: number
  readonly answers: number
  readonly events: number
  /** The same for the same seed. */
  readonly fingerprint: string
}

const mostSteps = 60_000

/** One run, from one seed. */
export async function runSeed(seed: number, { fault = null, trace }: RunOptions = {}): Promise<RunReport> {
  const chance = createChance(seed)
  const clock = createClock()
  const weather = createWeather(chance.fork(), someConditions(chance))
  const storage = createStorage()
  const failures: string[] = []
  const tell = (text: () => string): void => trace?.(`${String(clock.now).padStart(6)} ${text()}`)
  const fail = (text: string): void => {
    failures.push(text)
    tell(() => `FAILED ${text}`)
  }
  const pageCount = chance.between(2, chance.pick([3, 4, 8]))
  const userIds = Array.from({ length: pageCount }, (_, index) => `person-${index}`)
  const people = new Map(userIds.map((id) => [id, personOf(id)]))
  const projectId = plantProject(storage, chance, userIds)
  const ledger = createLedger({ clock, storage, projectId, fail })
  const buses = createBusHouse(clock, weather)
  const falls = fallingServers({ clock, weather, chance: chance.fork(), tell })
  const fronts = Array.from({ length: chance.between(1, 3) }, () =>
    createFront({
      ...{ clock, weather, storage, buses, fault, people, projectId },
      onFault: (error, call) => fail(`${call.kind} failed: ${String(error)}`),
      onAnswer: ledger.answered,
      ...falls,
    }),
  )
  for (const front of fronts) front.start()
  const network = createNetwork({ clock, chance: chance.fork(), weather, fronts, onEventSent: ledger.eventSent })
  const pages = userIds.map((userId, index) => {
    const name = `page ${index}`
    return createPage({ name, userId, projectId, clock, chance: chance.fork(), network, trace: tell })
  })
  const taste = someTaste(chance)
  const typists = pages.map(() => createTypist({ chance: chance.fork(), taste, fault, fail }))
  const story: Story = { clock, chance: chance.fork(), weather, network, fronts, pages, typists, tell }
  keepSharing(story)
  const steps = await tellStory(story, () => failures.length > 0, mostSteps)
  if (failures.length === 0) {
    if (steps >= mostSteps) fail('the run came to no end')
    ledger.settle()
    checkTables(storage, projectId, fail)
    checkPages(storage, pages, fail)
  }
  for (const front of fronts) front.crash()
  const { commits, answers, events } = ledger
  const fingerprint = [steps, clock.now, commits, answers, events, chance.next()].join(' ')
  return { seed, failures, steps, commits, answers, events, fingerprint }
}
