import type { Chance } from './chance.ts'
import type { Clock } from './clock.ts'
import type { Front, FrontParts } from './server/front.ts'
import type { Weather } from './weather.ts'

interface FallingParts {
  readonly clock: Clock
  readonly weather: Weather
  readonly chance: Chance
  log(text: () => string): void
}

/** Servers crash at any step of any statement and restart. The steps between crashes are random. */
export function fallingServers({
  clock,
  weather,
  chance,
  log,
}: FallingParts): Pick<FrontParts, 'isLastStep' | 'onCrash'> {
  let falls = chance.pick([0, 1, 3, 8])
  const nextFall = (): number => chance.between(1, 400)
  let stepsLeft = nextFall()
  return {
    isLastStep() {
      if (falls === 0 || weather.isCalm) return false
      stepsLeft -= 1
      if (stepsLeft > 0) return false
      falls -= 1
      stepsLeft = nextFall()
      return true
    },
    onCrash(front: Front) {
      log(() => 'a server dies')
      clock.after(chance.between(20, 2_500), () => {
        log(() => 'a server is back')
        front.start()
      })
    },
  }
}
