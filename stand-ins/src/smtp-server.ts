import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { type AwaitedList, createAwaitedList } from './awaited-list.ts'

export interface ReceivedEmail {
  readonly from: string
  readonly to: readonly string[]
  readonly mail: Email
}

export interface SmtpStandIn {
  readonly port: number
  readonly url: string
  readonly received: AwaitedList<ReceivedEmail>
  /** How often a mail was refused. */
  readonly refused: number
  stop(): Promise<void>
}

export interface SmtpStandInOptions {
  readonly port?: number
  /** Refuses everything with this text. */
  readonly refusing?: string
  /** Defaults to 550, which is permanent. */
  readonly refusalCode?: number
}

/** A real mail server on loopback that stores what it accepts. */
export async function startSmtpServer(options: SmtpStandInOptions = {}): Promise<SmtpStandIn> {
  let refused = 0
  const received = createAwaitedList<ReceivedEmail>()
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo(_address, _session, done) {
      if (options.refusing === undefined) return done()
      refused += 1
      done(Object.assign(new Error(options.refusing), { responseCode: options.refusalCode ?? 550 }))
    },
    async onData(stream, { envelope }, done) {
      const message = await buffer(stream).catch((error: Error) => error)
      // The sender was killed in the middle of the message.
      if (message instanceof Error) return done(message)
      const mail = await PostalMime.parse(message)
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), mail })
      done()
    },
  })
  const listening = server.listen(options.port ?? 0, '127.0.0.1')
  await once(listening, 'listening')
  // A sender that is killed breaks its connection, which is not the end of this server.
  server.on('error', () => undefined)
  const { port } = listening.address() as AddressInfo
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    get refused() {
      return refused
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
