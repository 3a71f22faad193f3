import { retryDelayMs } from '@espalier/sync'
import { addComment, type Comment, type NewComment } from '../../api/comments.ts'
import { type ApiFailure, type ApiResult, createApiFailure } from '../../api/graphql/api-result.ts'
import { liveConnection } from '../../api/graphql/live-connection.ts'
import { type Cell, createCell } from '../../platform/cell.ts'
import { randomId } from '../../platform/crypto.ts'
import { clock } from '../../platform/timing.ts'
import { type CommentTexts, unsentPrefix as prefix } from './comment-texts.ts'

/** A comment that the server has not answered yet. */
export interface UnsentComment extends NewComment {
  readonly createdAt: number
  /** Why the server refused it; empty: it waits to be sent. */
  readonly fault: string
}

export interface CommentOutbox {
  /** The oldest come first. */
  readonly unsent: Cell<readonly UnsentComment[]>
  add(comment: Omit<NewComment, 'id'>): void
  /** Sends a refused comment again. */
  retry(id: string): void
  discard(id: string): void
}

/** A comment that is not answered by then is sent again. The next one gets twice as long, because a line may be slow. */
const answerMs = 20_000
const mostDoublings = 4
/** Until then the next attempt comes within seconds. */
const fastRetries = 4
const lastingRetryMs = 30_000

/** These pass by themselves: the comment waits. */
const passingCodes: readonly ApiFailure['code'][] = ['UNREACHABLE', 'RATE_LIMITED', 'INTERNAL', 'UNAUTHENTICATED']

interface CommentOutboxOptions {
  readonly texts: CommentTexts
  /**
   * False once somebody else is signed in, or the project was opened again: then another outbox sends what is stored.
   */
  isCurrent(): boolean
  onSent(comment: Comment): void
}

/**
 * Sends comments one after the other, until the server has answered. They are stored on the device first, so that they
 * outlive a reload. Another tab may send the same comment: the server recognizes it by its id.
 */
export function createCommentOutbox({ texts, isCurrent, onSent }: CommentOutboxOptions): CommentOutbox {
  const unsent = createCell<readonly UnsentComment[]>(
    texts
      .names(prefix)
      .flatMap((name) => parseUnsent(texts.read(name)))
      .sort((one, other) => one.createdAt - other.createdAt),
  )
  const unstored = new Set<string>()
  let isSending = false
  let retries = 0
  let timer = 0

  const store = (comment: UnsentComment): void => {
    if (texts.write(prefix + comment.id, JSON.stringify(comment))) unstored.delete(comment.id)
    else unstored.add(comment.id)
  }
  const remove = (id: string): void => {
    texts.remove(prefix + id)
    unstored.delete(id)
    unsent.set(unsent.get().filter((one) => one.id !== id))
  }
  const setFault = (id: string, fault: string): void => {
    unsent.set(unsent.get().map((one) => (one.id === id ? { ...one, fault } : one)))
    const changed = unsent.get().find((one) => one.id === id)
    if (changed !== undefined) store(changed)
  }
  /** An answer waits for the comment that it answers. */
  const findNext = (): UnsentComment | undefined =>
    unsent.get().find(({ fault, parentId }) => fault === '' && !unsent.get().some(({ id }) => id === parentId))

  function wait({ retryAfter }: ApiFailure): void {
    const delay = retries < fastRetries ? retryDelayMs(retries, Math.random()) : lastingRetryMs
    retries += 1
    window.clearTimeout(timer)
    timer = window.setTimeout(() => void sendAll(), retryAfter === null ? delay : retryAfter * 1_000)
  }

  /** A connection that broke unnoticed never answers. The server recognizes a comment that arrives twice. */
  async function sendInTime(comment: NewComment): Promise<ApiResult<Comment>> {
    let answerTimer = 0
    const late = new Promise<ApiFailure>((resolve) => {
      const giveUp = () => resolve(createApiFailure('UNREACHABLE', ''))
      answerTimer = window.setTimeout(giveUp, answerMs * 2 ** Math.min(retries, mostDoublings))
    })
    const result = await Promise.race([addComment(comment), late])
    window.clearTimeout(answerTimer)
    return result
  }

  async function sendAll(): Promise<void> {
    window.clearTimeout(timer)
    if (isSending || !isCurrent()) return
    isSending = true
    for (let next = findNext(); next !== undefined; next = findNext()) {
      const { id, nodeId, parentId, body } = next
      const result = await sendInTime({ id, nodeId, parentId, body })
      if (result.ok) {
        retries = 0
        onSent(result.value)
        remove(id)
      } else if (passingCodes.includes(result.code)) {
        wait(result)
        break
      } else setFault(id, result.message)
    }
    isSending = false
  }

  const hurry = (): void => {
    retries = 0
    void sendAll()
  }
  // The browser asks the person before leaving if a comment could not be stored.
  const onBeforeUnload = (event: BeforeUnloadEvent): void => {
    if (unstored.size > 0 && isCurrent()) event.preventDefault()
  }
  window.addEventListener('online', hurry)
  window.addEventListener('beforeunload', onBeforeUnload)
  liveConnection.listen((isUp) => {
    if (isUp) hurry()
  })
  void sendAll()

  return {
    unsent,
    add(comment) {
      const added = { ...comment, id: randomId(), createdAt: clock.now(), fault: '' }
      store(added)
      unsent.set([...unsent.get(), added])
      void sendAll()
    },
    retry(id) {
      setFault(id, '')
      void sendAll()
    },
    discard: remove,
  }
}

function parseUnsent(text: string | null): readonly UnsentComment[] {
  try {
    const {
      id,
      nodeId,
      parentId = null,
      body,
      createdAt,
      fault = '',
    } = JSON.parse(text ?? '{}') as Partial<UnsentComment>
    const isComment = [id, nodeId, body].every((part) => typeof part === 'string') && typeof createdAt === 'number'
    return isComment ? [{ id, nodeId, parentId, body, createdAt, fault } as UnsentComment] : []
  } catch {
    return []
  }
}
