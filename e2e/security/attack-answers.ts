// The long form of heavy-answers.test.ts: node --import tsx e2e/security/attack-answers.ts [projects]
import { registered, type Person } from '../support/person.ts'
import { startAttackedServer, type AttackedServer } from './attacked-server.ts'
import { heavyAttacks, storeLongTexts, sendAttack, writeWhile, type Attack } from './heavy-answers.ts'

const attackers = 20
const attackMs = 30_000
const quietMs = 10_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const print = (line: string) => void process.stdout.write(`${line}\n`)

/** Each attacking connection comes from an address of its own, none of which is the editor's. */
const fromOwnAddress = (attack: Attack, at: number): Attack => ({
  ...attack,
  headers: { ...attack.headers, 'x-forwarded-for': `198.51.100.${at + 1}` },
})

async function attackWhileWriting(
  name: string,
  server: AttackedServer,
  editor: Person,
  attacks: readonly Attack[],
): Promise<void> {
  const quiet = await writeWhile(server.url, editor, () => wait(quietMs))
  const endsAt = Date.now() + attackMs
  const answered = new Map<number, number>()
  const attackAgain = async (attack: Attack): Promise<void> => {
    while (Date.now() < endsAt) {
      const { status } = await sendAttack(server, attack)
      answered.set(status, (answered.get(status) ?? 0) + 1)
    }
  }
  const connections = Array.from({ length: attackers }, (_, at) => attacks[at % attacks.length] as Attack)
  const attacked = await writeWhile(server.url, editor, () =>
    Promise.all(connections.map((attack, at) => attackAgain(fromOwnAddress(attack, at)))),
  )
  for (const [when, { done, failed, p50, p95 }] of Object.entries({ quiet, attacked })) {
    print(`${name}, ${when}: ${done} written, ${failed} failed, p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`)
  }
  const statuses = [...answered].map(([status, count]) => `${count} times ${status}`).join(', ')
  print(
    `${name}: p95 ${(attacked.p95 / quiet.p95).toFixed(1)} times its quiet value; attackers were answered ${statuses}`,
  )
}

// Without limits first: nothing could be stored with them.
let server = await startAttackedServer()
try {
  const ada = await registered(server.url, 'ada@example.com')
  const stored = await storeLongTexts(server, ada, { projects: Number(process.argv[2] ?? 500), nodes: 20 })
  const attacks = heavyAttacks(stored)
  for (const attack of attacks) {
    const { name, requestBytes, answerMegabytes, grownMegabytes, status } = await sendAttack(server, attack)
    print(
      `${name}: ${requestBytes} bytes, ${status}, answer ${answerMegabytes.toFixed(1)} MB, memory +${grownMegabytes.toFixed(0)} MB`,
    )
  }
  const editor = await registered(server.url, 'bea@example.com')
  await attackWhileWriting('without limits', server, editor, attacks)
  server = await server.restart({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' })
  await attackWhileWriting('as the product runs', server, editor, attacks)
} finally {
  await server.discard()
}
