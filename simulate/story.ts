import type { Chance } from './chance.ts'
import type { EditLog } from './checks/edit-log.ts'
import type { Page } from './client/page.ts'
import type { Typist } from './client/typist.ts'
import type { Clock } from './clock.ts'
import type { Network } from './network.ts'
import type { Front } from './server/front.ts'
import type { Weather } from './weather.ts'

/** The participants of a run. */
export interface Story {
  readonly clock: Clock
  readonly chance: Chance
  readonly weather: Weather
  readonly network: Network
  readonly fronts: readonly Front[]
  readonly pages: readonly Page[]
  readonly typists: readonly Typist[]
  /** The acts of each person, if they share a browser between their tabs. */
  readonly edits: readonly EditLog[]
  log(text: () => string): void
}

/** Retries under one operation id until it is answered. */
function share(story: Story, changes: Readonly<Record<string, string | null>>, done: () => void): void {
  const operationId = story.chance.uuid()
  const userId = story.pages[0]?.userId ?? ''
  const again = (): void =>
    story.network.ask({ userId, clientId: 'sharing', calls: [{ kind: 'share', operationId, changes }] }, (answers) => {
      const [result] = answers ?? []
      if (result?.ok !== true) return story.clock.after(500, again)
      story.log(() => `shared: ${JSON.stringify(changes)}`)
      done()
    })
  again()
}

/** Returns everybody except the owner. */
const strangersIn = ([first, ...pages]: readonly Page[]): readonly string[] =>
  pages.map(({ userId }) => userId).filter((userId) => userId !== first?.userId)

/** The owner removes rights and restores them. */
function keepSharing(story: Story): void {
  const { clock, chance, pages } = story
  const others = strangersIn(pages)
  const times = others.length === 0 ? 0 : chance.pick([0, 1, 3, 6])
  for (let time = 0; time < times; time += 1) {
    const userId = chance.pick(others)
    clock.after(chance.between(300, 7_000), () => {
      share(story, { [userId]: chance.pick([null, null, 'viewer']) }, () => {
        clock.after(chance.between(200, 2_500), () => share(story, { [userId]: 'editor' }, () => {}))
      })
    })
  }
}

function keepTyping(story: Story, page: Page, typist: Typist, actions: number, done: () => void): void {
  const { clock, chance, weather, log } = story
  let left = actions
  const pause = chance.pick([20, 100, 500])
  const act = (): void => {
    if (left <= 0) return done()
    left -= 1
    if (!weather.isCalm && chance.happens(story.edits.length > 0 ? 0.15 : 0.06)) disturb(story, page)
    else if (page.opened !== null) {
      const did = typist.act(page.opened)
      for (const edits of story.edits) edits.edited()
      if (did !== null) log(() => `${page.name}: ${did}`)
    }
    clock.after(chance.between(1, pause * 2), act)
  }
  clock.after(chance.between(50, 400), act)
}

const disturbances = ['offline', 'offline', 'reload', 'cut'] as const

function disturb({ clock, chance, edits, log }: Story, page: Page): void {
  const what = chance.pick(edits.length > 0 ? [...disturbances, 'close' as const] : disturbances)
  log(() => `${page.name}: ${what}`)
  if (what === 'close') return page.closeFor(chance.between(10, 4_000))
  if (what === 'reload') return page.reload()
  if (what === 'cut') return page.cutLine()
  page.goOffline()
  clock.after(chance.between(100, 4_000), () => page.goOnline())
}

const restMs = 20_000
const lastCutMs = 2_000
const longestCalmMs = 240_000

/** Runs everything; then the weather clears, and all come to rest. Returns the number of steps. */
export async function runStory(story: Story, isFailed: () => boolean, mostSteps: number): Promise<number> {
  const { clock, chance, fronts, pages, typists } = story
  for (const front of fronts) front.start()
  keepSharing(story)
  let typing = pages.length
  for (const [index, page] of pages.entries()) {
    page.open()
    const actions = chance.between(3, chance.pick([8, 16, 30]))
    const typist = typists[index]
    if (typist !== undefined) keepTyping(story, page, typist, actions, () => (typing -= 1))
  }
  let steps = 0
  const advance = async (): Promise<boolean> => !isFailed() && (steps += 1) < mostSteps && (await clock.step())
  while (typing > 0 && (await advance())) continue
  clearUp(story)
  const latest = clock.now + longestCalmMs
  let quietFrom = clock.now
  while (clock.now < latest && clock.now < quietFrom + restMs && (await advance())) {
    if (pages.some(({ replica }) => replica === null || replica.unsent().length > 0)) quietFrom = clock.now
  }
  return steps
}

function clearUp(story: Story): void {
  const { clock, chance, weather, fronts, pages, typists, log } = story
  log(() => 'the weather clears')
  weather.isCalm = true
  for (const front of fronts) front.start()
  share(story, Object.fromEntries(strangersIn(pages).map((userId) => [userId, 'editor'])), () => {})
  for (const [index, page] of pages.entries()) {
    page.goOnline()
    // Makes some more edits while the others reconnect: a page that is just joining must not miss the last of them.
    clock.after(chance.between(1, lastCutMs), () => page.cutLine())
    const typist = typists[index]
    if (typist !== undefined) keepTyping(story, page, typist, chance.below(6), () => {})
  }
}
