import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A process that answers each question before it takes the next. */
export interface Child {
  ask<Answer>(question: object): Promise<Answer>
  /** Resolves to its one unsolicited message. */
  first<Answer>(): Promise<Answer>
  end(): Promise<void>
}

interface Said {
  readonly answer?: unknown
  readonly failure?: string
}

export function startChild(file: string): Child {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = fork(path, { execArgv: ['--import', 'tsx'], serialization: 'advanced' })
  const gone = once(child, 'exit').then(([code]) => Promise.reject(new Error(`its process ended with ${String(code)}`)))
  gone.catch(() => undefined)
  const first = async <Answer>(): Promise<Answer> => {
    const [message] = (await Promise.race([once(child, 'message'), gone])) as [Said]
    if (message.failure !== undefined) throw new Error(message.failure)
    return message.answer as Answer
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    first,
    ask(question) {
      const asked = last.then(() => {
        const answer = first<never>()
        child.send(question)
        return answer
      })
      last = asked.catch(() => undefined)
      return asked
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
