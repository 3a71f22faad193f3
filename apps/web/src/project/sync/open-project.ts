import {
  type Clock,
  guestPrefix,
  openProject as openSyncedProject,
  type ProjectOpening,
  type Transport,
} from '@espalier/sync'
import { openDevice, openDeviceStorage } from '../../api/device-storage.ts'
import { apiTroubles } from '../../api/graphql/api-trouble.ts'
import { clientId } from '../../api/graphql/page-headers.ts'
import { projectChanges } from '../../api/listed-project.ts'
import { dropStoredProject } from '../../api/session/early-data.ts'
import { auth, currentPersonId } from '../../api/session/session.ts'
import { randomId, sha256 } from '../../platform/crypto.ts'
import { watchInput } from '../../platform/input-pause.ts'
import { afterPaint, whenIdle } from '../../platform/timing.ts'
import { apiErrorTexts } from '../../texts/api-errors.ts'
import { createWebTransport } from './web-transport.ts'

const longestPauseMs = 10_000

const pageClock: Clock = {
  now: () => performance.now(),
  schedule(ms, run) {
    const timer = window.setTimeout(run, ms)
    return () => window.clearTimeout(timer)
  },
  defer: (run) => queueMicrotask(run),
  waitForPause() {
    const input = watchInput()
    return input.waitForPause(longestPauseMs).finally(input.stop)
  },
}

const guestDigits = 32

/** Returns the id under which the server shows a tab without a signed-in person. */
const toGuestId = async (tab: string): Promise<string> => `${guestPrefix}${(await sha256(tab)).slice(0, guestDigits)}`

/** Opens a project on this page: by its API client, with its clock and its encrypted storage. */
export async function openProjectOfServer(projectId: string): Promise<ProjectOpening> {
  const personId = currentPersonId()
  let guestId = ''
  const guestIdKnown = toGuestId(clientId).then(
    (id) => (guestId = id),
    // If the hashing code cannot be loaded, a visitor sees themselves as another guest, which is better than no
    // project.
    () => undefined,
  )
  const opening = await openSyncedProject({
    projectId,
    transport: createWebTransport(projectId),
    clock: pageClock,
    newId: randomId,
    random: Math.random,
    personId,
    ownSessionIds: () => [currentPersonId() ?? '', guestId],
    openDevice: () => openDevice(personId),
    openStore: () => openDeviceStorage(personId),
    // The project is drawn first; changes made meanwhile are requested once the connection is open. The page is also idle
    // between two steps of its start, so that is not enough.
    scheduleListening: (start) => afterPaint(() => whenIdle(start)),
    checkSession: async () => void (await auth.check()),
    onUnreachable: (text) => apiTroubles.report({ kind: 'unreachable', text: apiErrorTexts.network(text) }),
  })
  // Until the guest id is known, a visitor would see themselves as somebody else.
  await guestIdKnown
  if (opening.kind === 'missing') dropStoredProject(projectId)
  if (opening.kind !== 'open') return opening
  const { client, receiveListed } = opening
  const stopFollowing = followPage(client)
  const stopListed = projectChanges.add(receiveListed)
  return {
    ...opening,
    client: {
      ...client,
      close() {
        stopListed()
        stopFollowing()
        client.close()
      },
    },
  }
}

/** Forwards page events to the client: the network or the tab is back, the page is about to close. */
function followPage({ tryAgain, storeUnsent, leave }: Extract<ProjectOpening, { kind: 'open' }>['client']): () => void {
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') tryAgain()
  }
  // The browser asks the person before leaving if unsent edits cannot be stored.
  const onBeforeUnload = (event: BeforeUnloadEvent): void => {
    if (!storeUnsent()) event.preventDefault()
  }
  window.addEventListener('online', tryAgain)
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('beforeunload', onBeforeUnload)
  window.addEventListener('pagehide', leave)
  return () => {
    window.removeEventListener('online', tryAgain)
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('beforeunload', onBeforeUnload)
    window.removeEventListener('pagehide', leave)
  }
}

/** Opens a project that is not the server's, such as one in memory, with the clock and the ids of the page. */
export const openProjectWithTransport = (projectId: string, transport: Transport): Promise<ProjectOpening> =>
  openSyncedProject({
    projectId,
    transport,
    clock: pageClock,
    newId: randomId,
    random: Math.random,
    personId: null,
    ownSessionIds: () => [transport.clientId],
  })
