import { startAccountCopy } from '@espalier/sync/account-copy'
import { createMemoryDevice } from '@espalier/sync/testing'
import { type Chance, createChance } from './chance.ts'
import { createEditLog } from './checks/edit-log.ts'
import { createLedger, type Ledger } from './checks/ledger.ts'
import { someTaste } from './client/edits.ts'
import { type Browser, createPage } from './client/page.ts'
import { createTypist } from './client/typist.ts'
import { createClock } from './clock.ts'
import { fallingServers } from './falling-servers.ts'
import type { FaultName } from './faults/faults.ts'
import { createNetwork } from './network.ts'
import { createPerson, createProjectFixture } from './project-fixture.ts'
import { createBusNetwork } from './server/bus.ts'
import { createFront, type FrontParts } from './server/front.ts'
import { createStorage, type Storage } from './storage/storage.ts'
import type { Story } from './story.ts'
import { createWeather, someConditions } from './weather.ts'

export interface StageOptions {
  readonly fault: FaultName | null
  /** Each person has two tabs, which share the storage of their browser. */
  readonly hasTabs: boolean
  /** Receives everything that happens. */
  trace(line: string): void
}

/** A run before its first step. */
export interface Stage {
  readonly story: Story
  readonly storage: Storage
  readonly projectId: string
  readonly ledger: Ledger
  readonly failures: readonly string[]
  fail(text: string): void
}

/** Each page belongs to another person; some people have two tabs. */
const someUser = (chance: Chance, index: number): string =>
  `person-${index > 0 && chance.happens(0.1) ? index - 1 : index}`

/** The seed decides who takes part in it, and under which conditions. */
export function setStage(seed: number, { fault, hasTabs, trace }: StageOptions): Stage {
  const chance = createChance(seed)
  const clock = createClock()
  const weather = createWeather(chance.fork(), someConditions(chance))
  const storage = createStorage()
  const failures: string[] = []
  const log = (text: () => string): void => trace(`${String(clock.now).padStart(6)} ${text()}`)
  const fail = (text: string): void => {
    failures.push(text)
    log(() => `FAILED ${text}`)
  }
  const userIds = hasTabs
    ? Array.from({ length: chance.pick([2, 4]) }, (_, index) => `person-${Math.floor(index / 2)}`)
    : Array.from({ length: chance.between(2, chance.pick([3, 4, 8])) }, (_, index) => someUser(chance, index))
  const projectId = createProjectFixture(storage, chance, userIds)
  const ledger = createLedger({ clock, storage, projectId, fail })
  const serverParts: FrontParts = {
    clock,
    weather,
    storage,
    fault,
    projectId,
    buses: createBusNetwork(clock, weather),
    people: new Map(userIds.map((id) => [id, createPerson(id)])),
    onFault: (error, call) => fail(`${call.kind} failed: ${String(error)}`),
    onAnswer: ledger.answered,
    ...fallingServers({ clock, weather, chance: chance.fork(), log }),
  }
  const fronts = Array.from({ length: chance.between(1, 3) }, () => createFront(serverParts))
  const network = createNetwork({ clock, chance: chance.fork(), weather, fronts, onEventSent: ledger.eventSent })
  const pageParts = { projectId, clock, network, trace: log }
  const browsers = new Map(hasTabs ? userIds.map((userId) => [userId, openBrowser(userId, fail)]) : [])
  const pages = userIds.map((userId, index) => {
    const browser = browsers.get(userId)
    const person = { name: `page ${index}`, userId, chance: chance.fork() }
    return createPage({ ...pageParts, ...person, ...(browser !== undefined && { browser }) })
  })
  const taste = someTaste(chance)
  const typists = pages.map(() => createTypist({ chance: chance.fork(), taste, fault, fail }))
  const edits = [...browsers.values()].map((browser) => browser.edits)
  const story = { clock, chance: chance.fork(), weather, network, fronts, pages, typists, edits, log }
  return { story, storage, projectId, ledger, failures, fail }
}

/** A browser in which the person is signed in. */
function openBrowser(userId: string, fail: (text: string) => void): Browser {
  const device = createMemoryDevice()
  void startAccountCopy(device.openTab(() => true).records, userId, [])
  return { device, texts: new Map(), edits: createEditLog(fail) }
}
