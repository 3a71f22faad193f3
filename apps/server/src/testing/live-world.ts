import { createInProcessBus } from '../adapters/in-process/in-process-bus.ts'
import type { Bus } from '../ports/bus.ts'
import type { SocketsOptions } from '../transport/sockets/attach.ts'
import { startTestServer, type TestServer } from '../transport/testing/test-server.ts'
import type { Viewer } from '../transport/viewer.ts'
import { connectLive, type LiveClient } from './live-client.ts'
import {
  anonymousViewer,
  openProjectWorld,
  type ProjectServer,
  type ProjectWorld,
  type WorldOptions,
} from './project-world.ts'
import { createRecordedLog } from './recorded-log.ts'

/** A server of the product that listens on loopback. */
export interface LiveServer {
  readonly server: ProjectServer
  readonly front: TestServer
  /** A socket of this person, opened and acknowledged. */
  connect(viewer?: Viewer, clientId?: string): Promise<LiveClient>
}

export interface LiveWorld extends LiveServer {
  readonly world: ProjectWorld
  /** Another server on the same database. Without a bus nobody wakes it. */
  another(bus?: Bus): Promise<LiveServer>
  close(): Promise<void>
}

export interface LiveWorldOptions extends WorldOptions {
  readonly socketTimes?: SocketsOptions['times']
}

export const createSharedBus = (): Bus => createInProcessBus(createRecordedLog())

export async function openLiveWorld({ socketTimes, ...options }: LiveWorldOptions = {}): Promise<LiveWorld> {
  const world = await openProjectWorld(options)
  const viewers = new Map<string, Viewer>()
  const opened: LiveServer[] = []
  const listen = async (server: ProjectServer): Promise<LiveServer> => {
    const live = await startLiveServer(server, viewers, socketTimes)
    opened.push(live)
    return live
  }
  return {
    world,
    ...(await listen(world)),
    another: (bus) => listen(world.another(bus)),
    async close() {
      for (const { front } of opened) await front.close()
      await world.close()
    },
  }
}

const personCookiePattern = /(?:^|;\s*)person=([\w-]+)/

async function startLiveServer(
  server: ProjectServer,
  viewers: Map<string, Viewer>,
  socketTimes: SocketsOptions['times'],
): Promise<LiveServer> {
  const front = await startTestServer({
    slices: server.slices,
    authenticate: async ({ cookie = '' }) => viewers.get(personCookiePattern.exec(cookie)?.[1] ?? '') ?? anonymousViewer,
    ...(socketTimes !== undefined && { socketTimes }),
  })
  server.bus.listen((message) => {
    if (message.kind === 'sessions-ended') front.sockets.closeSessions(message.sessionIds)
  })
  return {
    server,
    front,
    connect(viewer = anonymousViewer, clientId) {
      if (viewer.kind === 'person') viewers.set(viewer.person.id, viewer)
      return connectLive(front.port, {
        ...(viewer.kind === 'person' && { cookie: `person=${viewer.person.id}` }),
        ...(clientId !== undefined && { clientId }),
      })
    },
  }
}
