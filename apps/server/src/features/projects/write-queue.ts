import { ApiError } from '../../api/errors.ts'
import { projectErrorTexts } from '../../texts/projects.ts'

/** The person and the project of a write. */
export interface WriteRequest {
  /** Null if no shared project is involved. */
  readonly projectId: string | null
  readonly personId: string
  /** How long it waits for its turn before it is refused with "busy". */
  readonly waitMs: number
}

/**
 * Runs one write at a time per project. The others wait here without cost: in the database each of them would occupy a
 * connection, and the writers of one busy project would occupy them all.
 */
export interface WriteQueue {
  /** The work gets the remaining time, for locks that another server holds. */
  run<Answer>(request: WriteRequest, work: (leftMs: number) => Promise<Answer>): Promise<Answer>
  /** The number of waiting writes in all projects. */
  readonly size: number
}

export const writeQueueLimits = { perProject: 1_000, perPerson: 200, leastLockMs: 50, retryAfterSeconds: 1 } as const

const projectBusyError = (): ApiError =>
  new ApiError('RATE_LIMITED', projectErrorTexts.projectBusy, {
    retryAfter: writeQueueLimits.retryAfterSeconds,
  })

interface WaitingWrite {
  readonly personId: string
  start(): void
}

/** The writers of one project. Each person's writes keep their order; people take turns. */
interface ProjectLane {
  readonly people: Map<string, WaitingWrite[]>
  size: number
}

export function createWriteQueue(now: () => number = () => performance.now()): WriteQueue {
  const lanes = new Map<string, ProjectLane>()
  let size = 0

  const remove = (lane: ProjectLane, waiter: WaitingWrite): void => {
    const own = lane.people.get(waiter.personId) ?? []
    const at = own.indexOf(waiter)
    if (at < 0) return
    own.splice(at, 1)
    if (own.length === 0) lane.people.delete(waiter.personId)
    lane.size -= 1
    size -= 1
  }

  const waitForTurn = (lane: ProjectLane, { personId, waitMs }: WriteRequest): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        remove(lane, waiter)
        reject(projectBusyError())
      }, waitMs)
      const waiter: WaitingWrite = {
        personId,
        start() {
          clearTimeout(timer)
          resolve()
        },
      }
      const own = lane.people.get(personId)
      if (own === undefined) lane.people.set(personId, [waiter])
      else own.push(waiter)
      lane.size += 1
      size += 1
    })

  const startNext = (projectId: string, lane: ProjectLane): void => {
    const [next] = lane.people
    if (next === undefined) return void lanes.delete(projectId)
    const [personId, [waiter]] = next
    if (waiter === undefined) return
    remove(lane, waiter)
    // The person goes to the end of the queue: a person with a hundred writes lets everybody else in between.
    const rest = lane.people.get(personId)
    if (rest !== undefined) {
      lane.people.delete(personId)
      lane.people.set(personId, rest)
    }
    waiter.start()
  }

  return {
    async run(request, work) {
      const { projectId, personId, waitMs } = request
      if (projectId === null) return work(waitMs)
      const arrivedAt = now()
      const lane = lanes.get(projectId)
      const own = lane ?? { people: new Map<string, WaitingWrite[]>(), size: 0 }
      if (lane === undefined) lanes.set(projectId, own)
      else {
        const ofPerson = lane.people.get(personId)?.length ?? 0
        if (lane.size >= writeQueueLimits.perProject || ofPerson >= writeQueueLimits.perPerson) throw projectBusyError()
        await waitForTurn(lane, request)
      }
      try {
        return await work(Math.max(writeQueueLimits.leastLockMs, waitMs - (now() - arrivedAt)))
      } finally {
        startNext(projectId, own)
      }
    },
    get size() {
      return size
    },
  }
}
