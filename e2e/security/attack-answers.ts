// The long form of heavy-answers.test.ts: node --import tsx e2e/security/attack-answers.ts [projects]
import { registered } from '../support/person.ts'
import { startAttackedServer } from './attacked-server.ts'
import { heavyAttacks, plantLongTexts, sendAttack, writeWhile, type Attack } from './heavy-answers.ts'

const attackers = 20
const attackMs = 30_000
const quietMs = 10_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const print = (line: string) => void process.stdout.write(`${line}\n`)

const server = await startAttackedServer()
try {
  const ada = await registered(server.url, 'ada@example.com')
  const planted = await plantLongTexts(server, ada, { projects: Number(process.argv[2] ?? 500), nodes: 20 })
  const attacks = heavyAttacks(planted)
  for (const attack of attacks) {
    const { name, requestBytes, answerMegabytes, grownMegabytes, status } = await sendAttack(server, attack)
    print(
      `${name}: ${requestBytes} bytes, ${status}, answer ${answerMegabytes.toFixed(1)} MB, memory +${grownMegabytes.toFixed(0)} MB`,
    )
  }
  const editor = await registered(server.url, 'bea@example.com')
  const quiet = await writeWhile(server.url, editor, () => wait(quietMs))
  const endsAt = Date.now() + attackMs
  const attackAgain = async (attack: Attack | undefined): Promise<void> => {
    while (attack !== undefined && Date.now() < endsAt) await sendAttack(server, attack)
  }
  const attacked = await writeWhile(server.url, editor, () =>
    Promise.all(Array.from({ length: attackers }, (_, at) => attackAgain(attacks[at % attacks.length]))),
  )
  for (const [name, { done, failed, p50, p95 }] of Object.entries({ quiet, attacked })) {
    print(`editor, ${name}: ${done} written, ${failed} failed, p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`)
  }
} finally {
  await server.discard()
}
