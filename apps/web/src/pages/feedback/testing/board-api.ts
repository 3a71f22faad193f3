import { jsonResponse, type RecordedCall } from '../../../testing/network.ts'

interface BoardOperation {
  readonly operationName: string
  readonly variables: Readonly<Record<string, unknown>>
}

export const listedPost = (number: number, more: object = {}) => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  number,
  slug: `${number}-post`,
  title: `Post ${number}`,
  details: '',
  status: 'open',
  duplicateOf: null,
  author: { name: null, picture: `http://localhost:3000/avatar/${number}` },
  votes: number,
  hasVoted: false,
  commentCount: 0,
  createdAt: 1_700_000_000_000,
  ...more,
})

export const refusedResponse = (code: string, message: string) => ({
  data: null,
  errors: [{ message, extensions: { code } }],
})

/** Fakes the board's API: answers by operation name and records the requests. */
export function fakeBoardApi(answers: Readonly<Record<string, (variables: BoardOperation['variables']) => object>>) {
  const asked: BoardOperation[] = []
  const reply = ({ body }: RecordedCall) =>
    jsonResponse(
      200,
      (body as readonly BoardOperation[]).map((operation) => {
        asked.push(operation)
        if (operation.operationName === 'Account') return { data: { account: { id: 'account-1', subscription: null } } }
        return (
          answers[operation.operationName]?.(operation.variables) ??
          refusedResponse('NOT_FOUND', 'There is no such post')
        )
      }),
    )
  return { reply, of: (name: string) => asked.filter(({ operationName }) => operationName === name) }
}
